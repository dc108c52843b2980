import { writeFileSync } from "node:fs";
import { join } from "node:path";
import test, { type ExecutionContext } from "ava";
import { knownForms } from "../../src/compose/migrations.ts";
import { newestForm } from "../../src/infra/migrations.ts";
import { startOwnRedis } from "../helpers/own-redis.ts";
import { runProgram, temporaryFolder } from "../helpers/processes.ts";
import { runScript } from "../helpers/run-script.ts";
import { startS3Server } from "../helpers/s3-server.ts";
import { openTestStores, testStores } from "../helpers/stores.ts";

const stores = await testStores(test);
const objectStore = await startS3Server(test);

/**
 * Runs the command check-settings with the stores of the test run and further settings. Returns the lines of each
 * level.
 */
async function check(t: ExecutionContext, settings: Record<string, string> = {}, cwd?: string) {
  const args = ["check-settings"];
  const env = { ...process.env, ...stores.env, DATA_DIR: temporaryFolder(t), ...settings };
  const { code, stdout, stderr } =
    cwd === undefined
      ? await runScript("scripts/admin.ts", args, env)
      : await endOf(runProgram(t, "scripts/admin.ts", { args, env, cwd }));
  const lines = stdout.trimEnd().split("\n");
  const at = (level: string) =>
    lines.filter((line) => line.startsWith(`${level} `)).map((line) => line.slice(level.length).trim());
  const found = { fault: at("fault"), warning: at("warning"), ok: at("ok") };
  t.is(lines.at(-1), `faults: ${found.fault.length}, warnings: ${found.warning.length}`, stderr);
  t.is(code, found.fault.length > 0 ? 1 : 0);
  return { ...found, output: stdout + stderr };
}

const endOf = async ({ ended, output }: ReturnType<typeof runProgram>) => ({
  code: await ended,
  ...output,
});

test("with usable settings the command check-settings names each store, leaves nothing in the stores, and exits with code 0", async (t) => {
  // Use separate stores: the checks of other tests run at the same time, and store data for a moment.
  const own = await openTestStores();
  t.teardown(own.close);
  const { fault, ok } = await check(t, { ...own.env, ...objectStore.env() });
  t.deepEqual(fault, []);
  t.deepEqual(
    ok.map((line) => line.split(/[ :]/)[0]),
    ["MongoDB", "Redis", "Meilisearch", "S3"],
  );
  t.deepEqual(await own.db.listCollections().toArray(), []);
  t.deepEqual(await own.redis.keys(`${own.keyPrefix}*`), []);
  const { results } = await own.searchEngine.client.getIndexes({ limit: 1000 });
  t.deepEqual(
    results.filter(({ uid }) => uid.startsWith(own.indexPrefix)),
    [],
  );
  t.deepEqual(objectStore.files(), []);
});

test("check-settings lists all faults and warnings at once, without a secret, and does not ask a store whose settings have a fault", async (t) => {
  const cwd = temporaryFolder(t);
  writeFileSync(
    join(cwd, ".env"),
    "MAX_SIZE_OF_FILES=1\nMONGODB_PASSWORD=s3cret-of-compose\nLOG_LEVEL=warn\n",
  );
  writeFileSync(join(cwd, "docker-compose.yml"), "x: ${MONGODB_PASSWORD:?set it}\n");
  const { fault, warning, output } = await check(
    t,
    {
      NODE_ENV: "production",
      PUBLIC_URL: "http://bench.example",
      DEV_LOGIN: "true",
      SERVER_SECRET: "",
      SERVER_SECRET_FILE: "/no/such/file",
      MEILI_KEY: "s3cret-short",
      REDIS_URL: "redis://:s3cret-of-redis@127.0.0.1:1",
      PORT: "none",
      RATE_LIMITS: "false",
      REDIS_ULR: "redis://:s3cret-misspelt@127.0.0.1",
    },
    cwd,
  );
  for (const expected of [
    /^SERVER_SECRET_FILE: .*"\/no\/such\/file", which cannot be read \(ENOENT\)/,
    /^PORT: expected a whole number/,
    /^DEV_LOGIN: .*production refuses DEV_LOGIN/,
    /^PUBLIC_URL: production needs an https URL/,
    /^MEILI_KEY: production needs a secret of 16 characters/,
    /^Redis cannot be used \(.*ECONNREFUSED/,
  ])
    t.is(fault.filter((line) => expected.test(line)).length, 1, `${expected}: ${output}`);
  for (const expected of [
    /^REDIS_ULR is no setting .* Did you mean REDIS_URL\?$/,
    /^MAX_SIZE_OF_FILES in \.env is no setting and has no effect/,
    /^RATE_LIMITS is false/,
    /^The store of MEILI_KEY is not checked, because the setting has a fault/,
  ])
    t.is(warning.filter((line) => expected.test(line)).length, 1, `${expected}: ${output}`);
  t.false(/s3cret/.test(output), output);
  t.false(output.includes("MONGODB_PASSWORD"), output);
});

test("check-settings reports only the faulty setting if other settings need it, and asks the stores", async (t) => {
  const stripe = { STRIPE_SECRET_KEY: "sk_test_of_stripe", STRIPE_WEBHOOK_SECRET: "whsec_of_stripe" };
  const { fault, ok, output } = await check(t, { ...stripe, STRIPE_PRICES: "{}" });
  t.is(fault.length, 1, output);
  t.regex(fault[0] ?? "", /^STRIPE_PRICES: expected at least one price/);
  t.is(ok.length, 3, output);
});

test("check-settings warns of insecure combinations of settings that production does not refuse", async (t) => {
  const { warning } = await check(t, {
    NODE_ENV: "development",
    PUBLIC_URL: "https://bench.example",
    SERVER_SECRET: "",
    HOST: "0.0.0.0",
    DEV_LOGIN: "true",
    ALLOWED_ORIGINS: "http://app.example,https://app.example,http://localhost:5173",
    MONGODB_URL: "mongodb://one.invalid:27017,two.invalid/",
    REDIS_URL: "redis://:a-password@three.invalid",
    MEILI_URL: "http://four.invalid",
    MEILI_KEY: "",
  });
  for (const expected of [
    /^PUBLIC_URL is https.*TRUST_PROXY is 0/,
    /^Other machines can reach PUBLIC_URL, but NODE_ENV is not production/,
    /^SERVER_SECRET is the default/,
    /^DEV_LOGIN is true and HOST is 0\.0\.0\.0/,
    /^ALLOWED_ORIGINS names http:\/\/app\.example: over http/,
    /^MONGODB_URL leads to another machine and has no password/,
    /^MEILI_URL leads to another machine and MEILI_KEY is not set/,
  ])
    t.is(warning.filter((line) => expected.test(line)).length, 1, `${expected}: ${warning.join("\n")}`);
  t.false(warning.some((line) => line.startsWith("REDIS_URL leads")));
});

test("check-settings reports a Redis that evicts, a Redis without its password and a search key without rights as faults", async (t) => {
  const { url, redis } = await startOwnRedis(t);
  await redis.config("SET", "maxmemory-policy", "allkeys-lru");
  const evicting = await check(t, { REDIS_URL: url });
  t.regex(
    evicting.fault.join("\n"),
    /^Redis may evict .*maxmemory-policy is allkeys-lru\. Set noeviction\.$/,
  );
  t.regex(evicting.warning.join("\n"), /Redis has no append-only file/);
  await redis.config("SET", "maxmemory-policy", "noeviction");
  await redis.acl("SETUSER", "narrow", "on", ">narrow-pass", "~*", "+@read", "+info", "+ping");
  const narrow = await check(t, { REDIS_URL: url.replace("//", "//narrow:narrow-pass@") });
  t.true(narrow.fault.some((line) => line.startsWith("Redis refuses SET of a key with the prefix ")));
  t.true(narrow.fault.some((line) => line.startsWith("Redis refuses EVAL of a key with the prefix ")));
  await redis.config("SET", "requirepass", "a-password");
  t.regex((await check(t, { REDIS_URL: url })).fault.join("\n"), /^Redis cannot be used \(NOAUTH/);

  const { key } = await stores.searchEngine.client.createKey({
    actions: ["search", "version"],
    indexes: ["*"],
    expiresAt: null,
  });
  const searching = await check(t, { MEILI_KEY: key });
  t.regex(searching.fault.join("\n"), /does not permit tasks\.get, indexes\.create, .*settings\.update/);
  t.false(searching.output.includes(key));
});

test("check-settings reports documents of a newer or older version and a missing bucket as faults", async (t) => {
  const own = await openTestStores();
  t.teardown(own.close);
  const newer = newestForm(knownForms) + 1;
  const records = own.db.collection<{ _id: number }>("migrations");
  await records.insertOne({ _id: newer });
  const bucket = objectStore.env();
  const FILES_URL = bucket.FILES_URL.replace("//results", "//others");
  const { fault } = await check(t, { ...own.env, ...bucket, FILES_URL });
  t.is(fault.length, 2, fault.join("\n"));
  t.regex(fault[0] ?? "", new RegExp(`\\b${newer}\\b`));
  t.regex(fault[1] ?? "", /^S3 cannot be used \(.*Check that S3 runs, and FILES_URL\.$/);

  await records.deleteMany({});
  await own.db.collection("builds").insertOne({});
  const { fault: older } = await check(t, own.env);
  t.is(older.length, 1, older.join("\n"));
  t.regex(older[0] ?? "", /^The documents in MongoDB have no recorded form, .* Empty the database /);
});
