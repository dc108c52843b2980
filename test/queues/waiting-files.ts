import { randomUUID } from "node:crypto";
import { Worker } from "bullmq";
import { createLogger } from "../../src/infra/logger.ts";
import { openWaitingRedis } from "../../src/infra/redis.ts";
import { createJobQueue, queuePrefix, type JobQueue } from "../../src/queues/job-queue.ts";
import { parseRunJob } from "../../src/queues/jobs.ts";
import type { TestStores } from "../helpers/stores.ts";

/** A file that is not read yet. */
export interface Waiting {
  account: string;
  runId: string;
  turn: number;
}

/** A file that a worker has begun to read. */
interface Begun {
  file: Waiting;
  end: () => Promise<void>;
  /** Has the job wait for another worker, as when its own has died. */
  stall: () => Promise<void>;
  /** Has the job fail, so that it is tried again in an hour. Returns how to bring it back at once, and how to lose it. */
  fail: () => Promise<{ bringBack: () => Promise<void>; lose: () => Promise<void> }>;
}

/** Opens a queue of its own in Redis, whose files nobody reads but the test. */
export function openQueue(
  t: { teardown(fn: () => Promise<void>): void },
  { redis, env, keyPrefix }: TestStores,
) {
  const prefix = `${keyPrefix}-${randomUUID()}`;
  const queue = createJobQueue({
    redis,
    config: { REDIS_KEY_PREFIX: prefix },
    timeoutMs: 10_000,
    logger: createLogger({ level: "silent", process: "test", secrets: [] }),
    storeLog: { failed: () => undefined },
  });
  const connection = openWaitingRedis({ url: env["REDIS_URL"] ?? "", silenceTimeoutMs: 10_000 });
  const worker = new Worker(parseRunJob.name, null, { connection, prefix: queuePrefix(prefix) });
  t.teardown(async () => {
    await worker.close();
    connection.disconnect();
    await queue.close();
  });
  /** The files whose jobs are in the queue, in any state, by the ids of the jobs. */
  const waiting = new Map<string, Waiting>();
  const begin = async (): Promise<Begun | undefined> => {
    const job = await worker.getNextJob(TOKEN, { block: false });
    const file = job && waiting.get(job.id ?? "");
    if (!file) return undefined;
    return {
      file,
      end: async () => {
        await job.moveToCompleted(null, TOKEN, false);
        waiting.delete(job.id ?? "");
      },
      stall: async () => {
        const jobs = `${queuePrefix(prefix)}:${parseRunJob.name}`;
        await redis.lmove(`${jobs}:active`, `${jobs}:wait`, "RIGHT", "LEFT");
      },
      fail: async () => {
        job.opts.attempts = Infinity;
        job.opts.backoff = { type: "fixed", delay: 3_600_000 };
        await job.moveToFailed(new Error("no connection"), TOKEN);
        return { bringBack: () => job.promote(), lose: () => job.remove() };
      },
    };
  };
  return {
    queue,
    waiting,
    add: async (account: string, count: number): Promise<Waiting[]> => {
      const first = await queue.takeTurns(account, count);
      const files = Array.from({ length: count }, (_unused, index) => ({
        account,
        runId: randomUUID(),
        turn: first + index,
      }));
      for (const file of files) await enqueue(queue, waiting, file);
      return files;
    },
    begin,
    /** Reads the file that a worker would get. */
    next: async (): Promise<Waiting | undefined> => {
      const begun = await begin();
      await begun?.end();
      return begun?.file;
    },
    /** Loses all that Redis has of the queue, and gives back what was not read. */
    lose: async (): Promise<Waiting[]> => {
      const keys = await redis.keys(`*${prefix}*`);
      if (keys.length > 0) await redis.unlink(keys);
      const lost = [...waiting.values()];
      waiting.clear();
      return lost;
    },
  };
}

const TOKEN = "a worker";

/** An opened queue. */
export type Opened = ReturnType<typeof openQueue>;

async function enqueue(queue: JobQueue, waiting: Map<string, Waiting>, file: Waiting): Promise<void> {
  await queue.parseRun({ runId: file.runId, fencingToken: 0, turn: file.turn });
  waiting.set(`${file.runId}-0`, file);
}

/** Reads so many files. Returns the accounts that they are of, as a text. */
export async function readInOrder({ next }: Opened, count: number): Promise<string> {
  let order = "";
  for (let read = 0; read < count; read += 1) order += (await next())?.account ?? "-";
  return order;
}

/** Queues files again as the sweep does: those of the lowest turns first. */
export async function sweep({ queue, waiting }: Opened, files: Waiting[]): Promise<void> {
  const inOrder = files.toSorted((a, b) => a.turn - b.turn);
  if (inOrder.length === 0) return;
  const queued = await queue.parseRunsAgain(
    inOrder.map(({ account, runId, turn }) => ({ accountId: account, runId, fencingToken: 0, turn })),
  );
  for (const [index, file] of inOrder.entries()) {
    file.turn = queued[index]?.turn ?? Number.NaN;
    waiting.set(`${file.runId}-0`, file);
  }
}
