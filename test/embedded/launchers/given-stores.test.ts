import test, { type ExecutionContext } from "ava";
import { freePort } from "../../../embedded/index.ts";
import { patience } from "../../helpers/patience.ts";
import { runProgram, temporaryFolder } from "../../helpers/processes.ts";
import { testStores } from "../../helpers/stores.ts";

const stores = await testStores(test);

/** Returns an address at which no program listens. */
const deadAddress = async () => `127.0.0.1:${await freePort()}`;

/** Runs `npm start` on the stores of this test run. The given settings replace the URLs of some stores. */
function startOn(t: ExecutionContext, settings: Record<string, string>) {
  const own = { PORT: "0", DATA_DIR: temporaryFolder(t), ...settings };
  return runProgram(t, "scripts/start.ts", { env: { ...process.env, ...stores.env, ...patience, ...own } });
}

test("npm start names a misspelt setting, and reports an unreachable REDIS_URL in one message within START_TIMEOUT_MS", async (t) => {
  const address = await deadAddress();
  const program = startOn(t, {
    REDIS_URL: `redis://:unseen-password@${address}`,
    START_TIMEOUT_MS: "2000",
    PROT: "3412",
  });
  t.is(await program.ended, 1);
  t.is(program.output.stdout, "");
  t.is(
    program.output.stderr,
    `PROT is no setting and has no effect. Did you mean PORT?
waiting for Redis, for at most 2 seconds
Redis is unavailable (connect ECONNREFUSED ${address}). Check that Redis runs, and that REDIS_URL is its address. START_TIMEOUT_MS limits how long a start waits for Redis.
`,
  );
});

test("npm start prints that it waits for a Redis that refuses the password", async (t) => {
  const { host } = new URL(stores.env["REDIS_URL"] ?? "");
  const program = startOn(t, { REDIS_URL: `redis://:wrong-password@${host}`, START_TIMEOUT_MS: "2000" });
  t.is(await program.ended, 1);
  t.regex(program.output.stderr, /^Redis is unavailable \((?:WRONGPASS|NOAUTH|ERR) .*\)\. Check that/m);
  t.false(program.output.stderr.includes("wrong-password"));
});

test("without Meilisearch the service starts, and the ready line says that search is missing", async (t) => {
  const address = await deadAddress();
  const program = startOn(t, { MEILI_URL: `http://${address}` });
  const ready = await program.firstLine();
  const [, url] = /^ready (http:\S+) {3}\(without search: Meilisearch is unavailable\)$/.exec(ready) ?? [];
  t.truthy(url, ready);
  const said = `Meilisearch is unavailable (connect ECONNREFUSED ${address}), so search is not served until it answers. Check that Meilisearch runs, and that MEILI_URL is its address.`;
  t.true(program.output.stderr.split("\n").includes(said), program.output.stderr);
  t.is((await fetch(`${url}/benchmarks/types`)).status, 200);
  t.is((await fetch(`${url}/products/cpu`)).status, 503);
});
