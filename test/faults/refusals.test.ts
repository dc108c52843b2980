import { once } from "node:events";
import { rmSync } from "node:fs";
import test from "ava";
import type { Run } from "../../src/benchmarks/model/run.ts";
import type { Overrides } from "../../src/compose/overrides.ts";
import { StoreUnavailableError } from "../../src/errors.ts";
import type { Redis } from "../../src/infra/redis.ts";
import { openSlowForm } from "../helpers/slow-form.ts";
import { lastingFaults, usageOf } from "./audit.ts";
import {
  checkLog,
  isRefusal,
  passRefusal,
  startOnOwnStores,
  submitBoth,
  type Refusal,
} from "./refusing-stores.ts";
import { fileForm, scoreForm, smallCapture } from "./results.ts";
import { eventually } from "./system.ts";

/** Runs an endless Lua script in Redis, on a separate connection, so that Redis refuses all other commands. */
async function keepBusy(redis: Redis): Promise<void> {
  const blocked = redis.duplicate();
  blocked.on("error", () => undefined);
  await once(blocked, "ready");
  const run = async () => {
    try {
      await blocked.eval("while true do end", 0);
    } catch {
      blocked.disconnect();
    }
  };
  void run();
}

test("while Redis refuses commands, submissions get a 503, no run counts as used and the log has two lines; afterwards the service recovers", async (t) => {
  t.timeout(900_000);
  const { stores, client, build_id, lines } = await startOnOwnStores(t);
  const { redis } = stores;
  const set = (name: string, value: string | number) => redis.config("SET", name, value);
  const [, dir = ""] = await redis.config("GET", "dir");
  await set("busy-reply-threshold", 5);
  const faults: Record<string, Pick<Refusal, "begin" | "end">> = {
    OOM: { begin: () => set("maxmemory", 1), end: () => set("maxmemory", 0) },
    NOREPLICAS: { begin: () => set("min-replicas-to-write", 1), end: () => set("min-replicas-to-write", 0) },
    READONLY: { begin: () => redis.replicaof("127.0.0.1", 1), end: () => redis.replicaof("NO", "ONE") },
    MASTERDOWN: {
      begin: async () => {
        await set("replica-serve-stale-data", "no");
        await redis.replicaof("127.0.0.1", 1);
      },
      end: async () => {
        await set("replica-serve-stale-data", "yes");
        await redis.replicaof("NO", "ONE");
      },
    },
    BUSY: { begin: () => keepBusy(redis), end: () => redis.script("KILL") },
    MISCONF: {
      begin: async () => {
        await set("save", "3600 1000000");
        rmSync(dir, { recursive: true });
        await redis.bgsave();
      },
      end: () => set("save", ""),
    },
  };
  let accepted = 0;
  const usedBefore = (await client.get("/me")).body.usage.used as number;
  for (const [name, { begin, end }] of Object.entries(faults)) {
    accepted += await passRefusal(t, { client, build_id, name, begin, end });
  }
  t.is(usedBefore, 0);
  t.deepEqual(await usageOf(stores, client), { ledger: accepted, counter: accepted, rebuilt: accepted });
  t.deepEqual(await lastingFaults(stores.db), []);
  await checkLog(t, lines, "Redis");
});

test("while MongoDB's disk is full, submissions get a 503 and no run counts as used, and waiting runs are read afterwards", async (t) => {
  t.timeout(900_000);
  let beforeReading = async () => {};
  const overrides: Overrides = {
    queue: (queue) => ({
      ...queue,
      parseRun: async (run) => {
        await beforeReading();
        await queue.parseRun(run);
      },
    }),
  };
  const { stores, client, build_id, lines } = await startOnOwnStores(t, { overrides });
  const fail = async (mode: "alwaysOn" | "off", failCommands: string[]) => {
    await stores.db
      .admin()
      .command({ configureFailPoint: "failCommand", mode, data: { failCommands, errorCode: 14_031 } });
  };
  t.is((await client.add(scoreForm(build_id))).status, 200);
  await fail("alwaysOn", ["insert", "update", "findAndModify"]);
  for (let round = 0; round < 5; round += 1)
    for (const answer of await submitBoth(client, build_id)) isRefusal(t, answer, "full");
  t.is((await client.get(`/builds/${build_id}`)).status, 200);
  await fail("alwaysOn", ["insert"]);
  isRefusal(t, await client.add(scoreForm(build_id)), "full at the commit");
  t.is((await client.get("/me")).body.usage.used, 1, "a refused submission keeps no unit reserved");
  await fail("off", []);
  // Let the disk be full again while a worker reads a file, so that MongoDB refuses the series of its frame times.
  beforeReading = () => fail("alwaysOn", ["insert"]);
  const file = await client.add(fileForm(build_id));
  const givenBack = () => lines.filter(({ msg }) => msg === "job given back").length;
  await eventually(
    async () => givenBack(),
    (count) => count > 0,
  );
  await fail("off", []);
  const run_id = file.body.runs[0].run_id as string;
  t.is((await client.waitForRun(run_id)).body.status, "complete");
  const stored = await stores.db.collection<Run>("runs").findOne({ _id: run_id });
  t.is(stored?.attempts, 1, "an attempt that ends with a refusal by MongoDB does not count");
  t.deepEqual(await usageOf(stores, client), { ledger: 2, counter: 2, rebuilt: 2 });
  t.deepEqual(await lastingFaults(stores.db), []);
  await checkLog(t, lines, "MongoDB");
});

test("an upload gets a 503 if MongoDB does not respond within the limit of one command, however long a file may stall", async (t) => {
  t.timeout(900_000, "the upload waited for longer than the limit of one command");
  const { stores, service, client, build_id } = await startOnOwnStores(t, {
    env: { STORE_TIMEOUT_MS: "3000" },
    constants: { FILE_STALL_TIMEOUT_MS: 600_000 },
    hasWorkers: false,
  });
  const stall = (mode: "alwaysOn" | "off") =>
    stores.db.admin().command({
      configureFailPoint: "failCommand",
      mode,
      data: { failCommands: ["insert"], blockConnection: true, blockTimeMS: 600_000 },
    });
  const form = openSlowForm(service.url, client);
  await form.field("build_id", build_id);
  await form.field("benchmarks", { id: 16 });
  await form.beginFile(smallCapture.content);
  const begun = () => stores.db.collection("uploads").countDocuments();
  t.is(await eventually(begun, (count) => count === 1), 1);
  await stall("alwaysOn");
  await form.endFile();
  form.end();
  t.is((await form.answered).status, 503);
  await stall("off");
  t.is((await client.add(fileForm(build_id))).status, 200);
});

test("no response waits for a clean-up that waits for an unavailable store", async (t) => {
  t.timeout(900_000, "the response waited for a clean-up");
  let removals = 0;
  const waitForEver = () => new Promise<never>(() => undefined);
  const { client, build_id } = await startOnOwnStores(t, {
    hasWorkers: false,
    overrides: {
      files: (files) => ({
        ...files,
        remove: () => {
          removals += 1;
          return waitForEver();
        },
      }),
      usage: (usage) => ({
        ...usage,
        reserve: () => Promise.reject(new StoreUnavailableError("Redis", new Error("silent"))),
      }),
    },
  });
  const large = { name: "large.csv", content: String(smallCapture.content).repeat(30) };
  isRefusal(t, await client.add(fileForm(build_id, large)), "the counter");
  t.is(removals, 1);
});
