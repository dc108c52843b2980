import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "ava";
import { startStores, type Stores } from "../../../embedded/launchers/start-stores.ts";
import { openSearchEngine } from "../../../src/infra/meilisearch.ts";
import { openMongo } from "../../../src/infra/mongo.ts";
import { openRedis, waitForRedis } from "../../../src/infra/redis.ts";
import { areGone, envWithoutStores, runProgram, temporaryFolder } from "../../helpers/processes.ts";
import { programArguments } from "../../helpers/project-files.ts";

const TIMEOUT_MS = 10_000;
const silent = () => {};

async function openAll({ env }: Pick<Stores, "env">) {
  const mongo = await openMongo({
    url: env.MONGODB_URL ?? "",
    database: "test",
    timeoutMs: TIMEOUT_MS,
    fileStallTimeoutMs: TIMEOUT_MS,
    silenceTimeoutMs: TIMEOUT_MS,
    startTimeoutMs: TIMEOUT_MS,
  });
  const redis = openRedis({ url: env.REDIS_URL ?? "", timeoutMs: TIMEOUT_MS, silenceTimeoutMs: TIMEOUT_MS });
  await waitForRedis(redis, TIMEOUT_MS);
  const { client, close } = openSearchEngine({
    url: env.MEILI_URL ?? "",
    apiKey: env.MEILI_KEY,
    connections: 1,
    timeoutMs: TIMEOUT_MS,
    silenceTimeoutMs: TIMEOUT_MS,
  });
  return {
    db: mongo.db,
    redis,
    search: client,
    close: async () => {
      await Promise.all([mongo.close(), redis.quit(), close()]);
    },
  };
}

test("each store that the service starts responds, keeps its data over a restart, and leaves no process running when stopped", async (t) => {
  const dataDir = temporaryFolder(t);
  const first = await startStores({ dataDir, given: envWithoutStores(), log: silent });
  const before = await openAll(first);
  await before.db.collection<{ _id: string }>("facts").insertOne({ _id: "kept" });
  await before.redis.set("fact", "kept");
  await before.search
    .index("facts")
    .addDocuments([{ id: "kept" }])
    .waitTask({ timeout: TIMEOUT_MS });
  t.deepEqual(await before.redis.config("GET", "maxmemory-policy"), ["maxmemory-policy", "noeviction"]);
  await before.close();
  await first.stop();
  t.true(await areGone(groupsOf(first)));

  const second = await startStores({ dataDir, given: envWithoutStores(), log: silent });
  t.is(second.env.MEILI_KEY, first.env.MEILI_KEY);
  const after = await openAll(second);
  t.deepEqual(await after.db.collection("facts").find().toArray(), [{ _id: "kept" }] as never);
  t.is(await after.redis.get("fact"), "kept");
  t.deepEqual((await after.search.index("facts").getDocuments()).results, [{ id: "kept" }]);
  await after.close();
  await second.stop();
});

test("if the parent is killed with SIGKILL, its stores end and the data folder can be used again at once", async (t) => {
  const dataDir = temporaryFolder(t);
  const options = { args: [dataDir], env: envWithoutStores() };
  const killed = runProgram(t, "test/embedded/launchers/programs/hold-stores.ts", options);
  const { groups, env } = JSON.parse(await killed.firstLine()) as { groups: number[]; env: Stores["env"] };
  t.is(groups.length, 3);
  const stores = await openAll({ env });
  await stores.redis.set("fact", "kept");
  await stores.close();
  killed.child.kill("SIGKILL");
  await killed.ended;

  const next = await startStores({ dataDir, given: envWithoutStores(), log: silent });
  t.true(await areGone(groups, 0), "the earlier stores must have ended before new stores use their files");
  const after = await openAll(next);
  t.is(await after.redis.get("fact"), "kept");
  await after.close();
  await next.stop();
});

test("starting stores in a data folder that is in use is refused", async (t) => {
  const dataDir = temporaryFolder(t);
  const holder = runProgram(t, "test/embedded/launchers/programs/hold-stores.ts", {
    args: [dataDir],
    env: { ...envWithoutStores(), MONGODB_URL: "mongodb://given", MEILI_URL: "http://given" },
  });
  await holder.firstLine();
  const error = await t.throwsAsync(startStores({ dataDir, given: envWithoutStores(), log: silent }));
  t.is(error.name, "DataDirInUseError");
  t.true(error.message.includes(`in use by process ${holder.child.pid}`), error.message);
});

test("npm start does not start stores whose URLs the settings name", async (t) => {
  const given = {
    MONGODB_URL: "mongodb://given",
    REDIS_URL: "redis://given",
    MEILI_URL: "http://given",
    MEILI_KEY: "key",
  };
  const stores = await startStores({ dataDir: "/no/such/folder", given, log: silent });
  t.deepEqual(stores.env, given);
  t.deepEqual(stores.processes, []);
  await stores.stop();
});

test("if stores cannot be started, the error says how to install each of them, and the started stores are stopped", async (t) => {
  const dataDir = temporaryFolder(t);
  const given = { ...envWithoutStores(), NODE_ENV: "production", PATH: emptyPath(dataDir) };
  const started: string[] = [];
  const log = (line: string) => started.push(line);
  const { message } = await t.throwsAsync(startStores({ dataDir, given, log }));
  t.regex(message, /Production needs a real MongoDB: set MONGODB_URL/);
  t.regex(message, /There is no Redis/);
  t.regex(message, /apt-get install redis-server/);
  t.regex(message, /brew install redis/);
  t.regex(message, /docker run/);
  t.regex(message, /set REDIS_URL/);
  // Start the stores again, to check that the data folder is no longer locked.
  const stores = await startStores({
    dataDir,
    given: { ...given, MONGODB_URL: "mongodb://given", REDIS_URL: "redis://given" },
    log,
  });
  t.regex(started.at(-1) ?? "", /^started meilisearch: http:\/\/127\.0\.0\.1:\d+$/);
  t.is(statSync(join(dataDir, "meilisearch-key")).mode & 0o777, 0o600);
  await stores.stop();
  t.true(await areGone(groupsOf(stores)));
});

test("a store that ends while it starts is reported with the end of its output", async (t) => {
  const dataDir = temporaryFolder(t);
  const bin = join(dataDir, "fake-bin");
  mkdirSync(bin);
  writeFileSync(
    join(bin, "redis-server"),
    "#!/bin/sh\necho 'Bad file format reading the append only file'\nexit 1\n",
    {
      mode: 0o755,
    },
  );
  const given = {
    ...envWithoutStores(),
    PATH: `${bin}:${process.env["PATH"]}`,
    MONGODB_URL: "mongodb://given",
    MEILI_URL: "http://given",
  };
  const { message } = await t.throwsAsync(startStores({ dataDir, given, log: silent }));
  t.is(
    message,
    "redis ended while it was starting (exit code 1). The end of its output:\nBad file format reading the append only file",
  );
});

test("the program that MONGODB_BINARY names is started with mongod's options and polled until it responds", async (t) => {
  const dataDir = temporaryFolder(t);
  const binary = join(dataDir, "fake-mongod");
  const log = join(dataDir, "arguments");
  // A shell script that accepts the options of mongod and starts the emulator instead.
  const script = `#!/bin/sh
echo "$@" > ${log}
exec ${process.execPath} ${programArguments("scripts/mongodb.ts").join(" ")} --dir "$2" --port "$6"
`;
  writeFileSync(binary, script, { mode: 0o755 });
  const given = {
    ...envWithoutStores(),
    MONGODB_BINARY: binary,
    REDIS_URL: "redis://given",
    MEILI_URL: "http://given",
  };
  const stores = await startStores({ dataDir, given, log: silent });
  const { port } = new URL(stores.env.MONGODB_URL ?? "");
  t.is(
    readFileSync(log, "utf8"),
    `--dbpath ${dataDir}/mongod --bind_ip 127.0.0.1 --port ${port} --nounixsocket\n`,
  );
  await stores.stop();
  t.true(await areGone(groupsOf(stores)));
});

test("an aborted start of the stores leaves no process running", async (t) => {
  const dataDir = temporaryFolder(t);
  const given = { ...envWithoutStores(), MONGODB_URL: "mongodb://given" };
  const signal = AbortSignal.abort(new Error("told to"));
  await t.throwsAsync(startStores({ dataDir, given, log: silent, signal }), { message: /told to/ });
});

const groupsOf = (stores: Stores) => stores.processes.map(({ groupId }) => groupId);

/** Returns a value for PATH: a folder in which there is a shell and no store. */
function emptyPath(folder: string): string {
  const bin = join(folder, "empty-bin");
  mkdirSync(bin, { recursive: true });
  for (const name of ["sh", "sleep"]) {
    writeFileSync(join(bin, name), `#!/bin/sh\nexec /bin/${name} "$@"\n`, { mode: 0o755 });
  }
  return bin;
}
