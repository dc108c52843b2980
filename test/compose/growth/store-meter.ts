import { setTimeout as sleep } from "node:timers/promises";
import {
  elementsOf,
  fieldsOf,
  getField,
  isArray,
  isDocument,
  type ExchangeListener,
  type Value,
} from "@pc-benchmarks/mongodb-emulator";
import type { Redis } from "../../../src/infra/redis.ts";

/** What some work asks of the stores, and what it gets. */
export interface StoreUse {
  /** Commands to MongoDB. */
  commands: number;
  /** Documents in the answers to them. */
  documents: number;
  /** Bytes of these answers. */
  bytes: number;
  /** Commands to Redis; a script is one. */
  redisCommands: number;
}

/** Commands to MongoDB that its driver sends by itself, whenever it wants. */
const ownCommands: ReadonlySet<string> = new Set(
  "hello ismaster isMaster ping endSessions serverStatus saslStart saslContinue".split(" "),
);

/** Much longer than a step takes after the one before it. */
const QUIET_MS = 100;

/** Creates a meter of what the stores are asked for. Only one work is measured at a time. */
export function createStoreMeter() {
  let use: StoreUse = nothing();
  const onExchange: ExchangeListener = ({ body }, reply) => {
    const [first] = fieldsOf(body);
    if (!first || ownCommands.has(first[0])) return;
    use.commands += 1;
    use.documents += documentsIn(reply);
    use.bytes += reply.bytes.length;
  };
  /** Waits until nothing has been asked for a while: what came before may have left steps that nobody waits for. */
  async function untilQuiet(): Promise<void> {
    for (let before = ""; before !== JSON.stringify(use); await sleep(QUIET_MS)) before = JSON.stringify(use);
  }
  return {
    /** Counts the commands to MongoDB, as the listener of an emulator. */
    onExchange,

    /** Counts the commands of a client of Redis from now on, but for the pings that it sends by the clock to see a dead connection. */
    watch: (redis: Redis): void => {
      const send = redis.sendCommand.bind(redis);
      redis.sendCommand = (...args: Parameters<typeof send>) => {
        if (args[0].name !== "ping") use.redisCommands += 1;
        return send(...args);
      };
    },

    /** Returns what some work has asked for. */
    measure: async (work: () => Promise<unknown>): Promise<StoreUse> => {
      await untilQuiet();
      use = nothing();
      await work();
      return use;
    },
  };
}

const nothing = (): StoreUse => ({ commands: 0, documents: 0, bytes: 0, redisCommands: 0 });

function documentsIn(reply: Value): number {
  const cursor = getField(reply, "cursor");
  const value = getField(reply, "value");
  if (value !== undefined && isDocument(value)) return 1;
  if (!isDocument(cursor)) return 0;
  const batch = getField(cursor, "firstBatch") ?? getField(cursor, "nextBatch");
  return batch !== undefined && isArray(batch) ? elementsOf(batch).length : 0;
}
