import process from "node:process";
import { Queue, Worker } from "bullmq";
import { Redis } from "ioredis";
import { doTasks } from "../child-process.ts";

// The yardstick of a result: how long BullMQ takes from a job's addition to the worker that has it, on idle processors.

/** So many jobs, one after the other. */
export interface PickupTask {
  count: number;
}

const { REDIS_URL = "", REDIS_KEY_PREFIX = "" } = process.env;
const prefix = `{${REDIS_KEY_PREFIX}:pickup}`;
const connect = () => new Redis(REDIS_URL, { maxRetriesPerRequest: null });
const queue = new Queue("pickup", { connection: connect(), prefix });
let pickedUp: () => void = () => undefined;
const worker = new Worker("pickup", async () => pickedUp(), { connection: connect(), prefix });

async function pickUpAll({ count }: PickupTask): Promise<{ resultMs: number[] }> {
  await worker.waitUntilReady();
  const resultMs: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const untilPickedUp = new Promise<void>((resolve) => {
      pickedUp = resolve;
    });
    const startedAt = performance.now();
    await Promise.all([queue.add("pickup", { index }, { removeOnComplete: true }), untilPickedUp]);
    resultMs.push(performance.now() - startedAt);
  }
  return { resultMs };
}

doTasks(pickUpAll);
