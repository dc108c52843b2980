import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import test from "ava";
import { MongoClient, type Collection } from "mongodb";
import { startServer } from "../src/server.ts";
import { program, programEnv } from "./helpers/program.ts";
import { connect, temporaryFolder } from "./helpers/server-under-test.ts";

/** How many times the test kills the server. More rounds, such as MONGODB_KILL_ROUNDS=50, find rarer faults. */
const ROUNDS = Number(process.env["MONGODB_KILL_ROUNDS"] ?? 4);
/**
 * How many acknowledged documents each round of the test waits for before it kills the server, so that there is data to
 * lose.
 */
const LEAST_WRITES = 100;

interface Row {
  _id: string;
  n: number;
  tags: string[];
  unique: string;
}

interface Started {
  readonly child: ChildProcess;
  readonly line: string;
  readonly url: string;
}

/** Starts the program of the MongoDB emulator and waits for the first line that the program prints. */
async function run(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Started> {
  const child = spawn(process.execPath, [program, ...args], {
    env: programEnv(env),
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [chunk] = (await Promise.race([once(child.stdout, "data"), once(child.stderr, "data")])) as [Buffer];
  const line = chunk.toString().trim();
  return { child, line, url: line.replace("ready ", "") };
}

/** The acknowledged writes: for each `_id`, the last acknowledged value of the document's field `n`, or "deleted". */
type Acknowledged = Map<string, number | "deleted">;

/** Inserts, updates and deletes until the server dies, and records the acknowledged writes. */
async function writeUntilDeath(
  { child, url }: Started,
  round: number,
  acknowledged: Acknowledged,
): Promise<void> {
  const client = await MongoClient.connect(url, { maxPoolSize: 20, retryWrites: false });
  // Close the client when the server has died: otherwise it would wait for a server for half a minute.
  const closed = once(child, "exit").then(() => client.close());
  const rows = client.db("t").collection<Row>("rows");
  const work = async (worker: number): Promise<void> => {
    for (let turn = 0; ; turn++) {
      const _id = `${round}-${worker}-${turn}`;
      await rows.insertOne({ _id, n: 0, tags: [`t${turn % 5}`, `w${worker}`], unique: `u${_id}` });
      acknowledged.set(_id, 0);
      await rows.updateOne(
        { _id },
        { $inc: { n: 1 }, $push: { tags: `n${turn}` }, $set: { unique: `v${_id}` } },
      );
      acknowledged.set(_id, 1);
      if (turn % 4 !== 3) continue;
      acknowledged.delete(_id);
      await rows.deleteOne({ _id });
      acknowledged.set(_id, "deleted");
    }
  };
  await Promise.allSettled(Array.from({ length: 16 }, (_, worker) => work(worker)));
  await closed;
}

/**
 * Kills the server while it writes, in each round after a different number of acknowledged documents, from
 * LEAST_WRITES on.
 */
async function killWhileWriting(started: Started, round: number): Promise<Acknowledged> {
  const { child } = started;
  const acknowledged: Acknowledged = new Map();
  const writing = writeUntilDeath(started, round, acknowledged);
  const enough = LEAST_WRITES + ((round * 137) % 900);
  const deadline = Date.now() + 5000;
  while (acknowledged.size < enough && (Date.now() < deadline || acknowledged.size < LEAST_WRITES))
    await new Promise((resolve) => setTimeout(resolve, 5));
  const exited = once(child, "exit");
  child.kill("SIGKILL");
  await Promise.all([writing, exited]);
  return acknowledged;
}

/**
 * Returns the errors that the test finds in the indexes: each index must contain each document once, and nothing else.
 */
async function checkIndexes(rows: Collection<Row>, all: readonly Row[]): Promise<string[]> {
  const faults = all.filter(({ n }) => n !== 0 && n !== 1).map(({ _id, n }) => `${_id} has n ${n}`);
  for (let start = 0; start < all.length; start += 1000) {
    const some = all.slice(start, start + 1000).map(({ unique }) => unique);
    const found = await rows.find({ unique: { $in: some } }).toArray();
    if (found.length !== some.length) faults.push(`${found.length} of ${some.length} found by unique`);
  }
  const byN = await rows
    .find({ n: { $gte: 0 } })
    .sort({ n: 1 })
    .toArray();
  if (byN.length !== all.length) faults.push(`${byN.length} by n, ${all.length} in all`);
  for (const tag of ["t0", "t1", "w3", "w15"]) {
    const found = await rows.countDocuments({ tags: tag });
    const expected = all.filter(({ tags }) => tags.includes(tag)).length;
    if (found !== expected) faults.push(`${found} of ${expected} with tag ${tag}`);
  }
  return faults;
}

/** Returns the acknowledged writes that the server has lost. */
function lostWrites(
  acknowledged: Readonly<Acknowledged>,
  all: readonly Row[],
): { _id: string; state: number | "deleted"; n: number | undefined }[] {
  const stored = new Map(all.map(({ _id, n }) => [_id, n]));
  return [...acknowledged].flatMap(([_id, state]) => {
    const n = stored.get(_id);
    // A later update, which is not in `acknowledged`, may have been stored before the kill without being acknowledged.
    const isKept = state === "deleted" ? n === undefined : n !== undefined && n >= state;
    return isKept ? [] : [{ _id, state, n }];
  });
}

async function createIndexes(url: string): Promise<void> {
  const client = await MongoClient.connect(url);
  await client
    .db("t")
    .collection<Row>("rows")
    .createIndexes([{ key: { unique: 1 }, unique: true }, { key: { n: 1 } }, { key: { tags: 1 } }]);
  await client.close();
}

test("a MongoDB emulator killed with SIGKILL loses no acknowledged write, and its indexes agree with its documents", async (t) => {
  t.timeout(600_000 + ROUNDS * 10_000);
  const dir = await temporaryFolder(t);
  // Set TMPDIR to another folder, so that the server does not treat its data folder as temporary: the server does not
  // sync temporary folders to the disk.
  const env = { TMPDIR: await temporaryFolder(t) };
  const acknowledged: Acknowledged = new Map();
  const readyMs: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const startedAt = Date.now();
    const server = await run(["--port", "0", "--dir", dir], env);
    readyMs.push(Date.now() - startedAt);
    t.regex(server.line, /^ready mongodb:\/\/127\.0\.0\.1:\d+$/);
    if (round === 0) await createIndexes(server.url);
    for (const [id, state] of await killWhileWriting(server, round)) acknowledged.set(id, state);
  }
  const openedAt = performance.now();
  const server = await startServer({ port: 0, dir });
  const openMs = performance.now() - openedAt;
  t.teardown(() => server.close());
  const rows = (await connect(t, server.url)).db("t").collection<Row>("rows");
  const all = await rows.find().toArray();
  const lost = lostWrites(acknowledged, all);
  readyMs.sort((left, right) => left - right);
  t.log(
    `${acknowledged.size} acknowledged documents in ${ROUNDS} rounds, ${lost.length} lost, ${all.length} stored; ` +
      `ready after ${readyMs[Math.floor(ROUNDS / 2)]} ms (median), ${readyMs.at(-1)} ms (most); opened in ${openMs.toFixed(0)} ms`,
  );
  t.deepEqual(lost, []);
  t.deepEqual(await checkIndexes(rows, all), []);
});

// Only on Linux can the server distinguish a running process from a process that has ended, but whose exit code its
// parent has not read.
const onLinux = process.platform === "linux" ? test : test.skip;

onLinux(
  "the data folder of an emulator that has ended is free, even before the parent process has asked for the exit code",
  async (t) => {
    const dir = await temporaryFolder(t);
    // The shell starts the server and then becomes `sleep`, which never reads the exit code of its child.
    const command = '"$@" & echo $!; exec sleep 60';
    const server = [process.execPath, program, "--port", "0", "--dir", dir];
    const parent = spawn("sh", ["-c", command, "sh", ...server], {
      env: programEnv(),
      stdio: ["ignore", "pipe", "inherit"],
    });
    t.teardown(() => parent.kill("SIGKILL"));
    let output = "";
    for await (const chunk of parent.stdout) if ((output += String(chunk)).includes("ready")) break;
    const pid = Number(output.split("\n")[0]);
    t.teardown(() => {
      try {
        process.kill(pid, "SIGKILL");
      } catch {
        // The server process has ended already, so there is nothing to kill.
      }
    });
    t.regex(output, /ready mongodb:/);
    process.kill(pid, "SIGKILL");
    const isZombie = () => /\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
    while (!isZombie()) await new Promise((resolve) => setTimeout(resolve, 5));
    const another = await startServer({ port: 0, dir });
    await another.close();
    t.true(isZombie());
  },
);

test("the program of the MongoDB emulator refuses production, a folder in use and a taken port, and ends on SIGTERM", async (t) => {
  const dir = await temporaryFolder(t);
  const production = await run(["--port", "0", "--dir", dir], { NODE_ENV: "production" });
  t.regex(production.line, /not for production/);
  const { child, url } = await run(["--port", "0", "--dir", dir]);
  t.teardown(() => child.kill("SIGKILL"));
  const second = await run(["--port", "0", "--dir", dir]);
  t.regex(second.line, /in use by the server with process id \d+/);
  const samePort = await run(["--port", new URL(url).port, "--dir", await temporaryFolder(t)]);
  t.regex(samePort.line, /EADDRINUSE.*choose another --port/);
  for (const { child: refused } of [production, second, samePort])
    t.is(refused.exitCode ?? ((await once(refused, "exit")) as [number])[0], 1);
  child.kill("SIGTERM");
  t.deepEqual(await once(child, "exit"), [0, null]);
  const again = await startServer({ port: 0, dir });
  await again.close();
});
