import test from "ava";
import { startWeb } from "../../../src/compose/web.ts";
import { createLogger } from "../../../src/infra/logger.ts";
import { startGithub } from "../../helpers/github-provider.ts";
import { openTestService } from "../../helpers/service.ts";
import { APP_URL, PUBLIC_URL, startProvider } from "./providers.ts";
import { byIdToken, ways, type LogInAnswer } from "./ways.ts";

const LIMIT = 2;
const provider = await startProvider();
const github = await startGithub([APP_URL]);
const env = {
  PUBLIC_URL,
  LOGIN_PROVIDERS: JSON.stringify({ test: provider.settings, github: github.settings }),
  NEW_ACCOUNTS_A_DAY: String(LIMIT),
  // The service trusts one proxy, so that a test can send requests from several addresses.
  TRUST_PROXY: "1",
};
// With the default time limit for Redis, a web process on a busy machine would count new accounts itself, not in Redis.
const constants = { RATE_LIMIT_REDIS_TIMEOUT_MS: 60_000 };
let now = new Date("2030-05-05T12:00:00Z");
const overrides = { clock: () => () => now };
const service = await openTestService({ hasWorkers: false, env, constants, overrides });
test.after.always(async () => {
  await service.close();
  await provider.stop();
  github.close();
});

const place = { url: service.url, provider, github };
const from = (address: string) => ({ "X-Forwarded-For": address });
const isSignedIn = ({ status }: LogInAnswer) => status === 200 || status === 303;
const countAccounts = () => service.stores.db.collection("accounts").countDocuments();

for (const [index, [name, signIn]] of Object.entries(ways).entries())
  test.serial(`${name} makes only as many accounts a day from one address as the limit allows`, async (t) => {
    const home = from(`192.0.2.${index}`);
    const [first, second, third] = [`first by ${name}`, `second by ${name}`, `third by ${name}`] as const;
    for (const person of [first, second]) {
      const answer = await signIn(place, person, home);
      t.true(isSignedIn(answer), answer.text);
    }
    const before = await countAccounts();
    const refused = await signIn(place, third, home);
    t.is(refused.status, 429, refused.text);
    t.is(refused.headers.get("retry-after"), String(12 * 3600), "the seconds until midnight");
    const problem = JSON.parse(refused.text) as Record<string, unknown>;
    t.is(problem["type"], `${PUBLIC_URL}/problems/new-account-limit-reached`);
    t.is(problem["limit"], LIMIT);
    t.notRegex(refused.headers.getSetCookie().join(), /session=/);
    t.is(await countAccounts(), before);

    for (const person of [first, second, first])
      t.true(isSignedIn(await signIn(place, person, home)), "returning people meet no limit");
    const elsewhere = await signIn(place, third, from(`198.51.100.${index}`));
    t.true(isSignedIn(elsewhere), "another address has another count");
  });

test.serial("sign-ins of people who have an account do not count as new accounts", async (t) => {
  const office = from("203.0.113.1");
  for (let times = 0; times < 2 * LIMIT; times += 1) await byIdToken(place, "returns", office);
  t.true(isSignedIn(await byIdToken(place, "second at the office", office)));
  t.is((await byIdToken(place, "third at the office", office)).status, 429);
});

test.serial(
  "addresses of one IPv6 /64 share one daily limit of new accounts, and the next /64 has its own limit",
  async (t) => {
    const statuses: number[] = [];
    for (const end of ["::1", ":ffff:ffff:ffff:ffff", "::2:3"])
      statuses.push((await byIdToken(place, `six ${end}`, from(`2001:db8:1:2${end}`))).status);
    t.deepEqual(statuses, [200, 200, 429]);
    t.is((await byIdToken(place, "six next door", from("2001:db8:1:3::1"))).status, 200);
  },
);

test.serial("the new accounts of an address are counted from 0 again at midnight (UTC)", async (t) => {
  const home = from("203.0.113.2");
  now = new Date("2030-05-05T23:59:30Z");
  for (const person of ["late 1", "late 2"]) t.is((await byIdToken(place, person, home)).status, 200);
  const refused = await byIdToken(place, "late 3", home);
  t.is(refused.status, 429);
  t.is(refused.headers.get("retry-after"), "30");
  now = new Date("2030-05-06T00:00:00Z");
  const statuses: number[] = [];
  for (const person of ["late 3", "late 4", "late 5"])
    statuses.push((await byIdToken(place, person, home)).status);
  t.deepEqual(statuses, [200, 200, 429]);
});

test.serial("accounts of the development log-in count towards no daily limit of new accounts", async (t) => {
  const home = from("203.0.113.3");
  const byName = (name: string) => service.anonymous.post("/login/dev", { name }, home);
  for (const name of ["dev 1", "dev 2", "dev 3"]) t.is((await byName(name)).status, 200);
  t.is((await byIdToken(place, "after developers", home)).status, 200);
});

test.serial(
  "of many first sign-ins at once to two web processes, only as many as the limit allows succeed",
  async (t) => {
    const logger = createLogger({ level: "silent", process: "test", secrets: [] });
    const second = await startWeb(service.config, service.servicesWith({}), logger);
    t.teardown(second.stop);
    const before = await countAccounts();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        byIdToken(
          { ...place, url: index % 2 === 0 ? service.url : second.url },
          `crowd ${index}`,
          from("203.0.113.4"),
        ),
      ),
    );
    t.is(answers.filter(isSignedIn).length, LIMIT);
    t.is(answers.filter(({ status }) => status === 429).length, 10 - LIMIT);
    t.is(await countAccounts(), before + LIMIT);
  },
);

test.serial("Redis stores counts of new accounts without addresses, for at most a day", async (t) => {
  await byIdToken(place, "private", from("203.0.113.5"));
  const { redis, keyPrefix } = service.stores;
  const keys = await redis.keys(`${keyPrefix}:rate:new_accounts:*`);
  t.true(keys.length > 0);
  for (const key of keys) {
    t.notRegex(key, /203\.0\.113|2001|2030/);
    const left = await redis.ttl(key);
    t.true(left > 0 && left <= 86_400, `${left} s`);
  }
});

test.serial(
  "without Redis, each process counts new accounts on its own, and returning people can sign in",
  async (t) => {
    const alone = await openTestService({
      hasWorkers: false,
      // At its start the service waits for Redis until this time limit. The limit also holds for MongoDB, which
      // responds within the limit even on a busy machine.
      env: { ...env, REDIS_URL: "redis://127.0.0.1:1", STORE_TIMEOUT_MS: "5000" },
    });
    t.teardown(alone.close);
    const home = from("203.0.113.6");
    const there = { ...place, url: alone.url };
    const statuses: number[] = [];
    for (const person of ["one", "two", "three", "one"])
      statuses.push((await byIdToken(there, person, home)).status);
    t.deepEqual(statuses, [200, 200, 429, 200]);
  },
);
