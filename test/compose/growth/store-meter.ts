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

/** The load that some work puts on MongoDB and Redis. */
export interface StoreUse {
  /** The number of commands that MongoDB received, except those that its driver sends by itself. */
  commands: number;
  /** The number of documents in MongoDB's replies to the counted commands. */
  documents: number;
  /** The number of bytes in MongoDB's replies to the counted commands. */
  bytes: number;
  /** The number of commands that Redis received. A script counts as one command. */
  redisCommands: number;
}

/** Commands that MongoDB's driver sends by itself, at any time. */
const ownCommands: ReadonlySet<string> = new Set(
  "hello ismaster isMaster ping endSessions serverStatus saslStart saslContinue".split(" "),
);

/**
 * The time without commands to the stores after which work counts as ended, in ms: much longer than the time between
 * two steps of work.
 */
const QUIET_MS = 100;

/** Creates a meter of the load on the stores, which measures one piece of work at a time. */
export function createStoreMeter() {
  let use: StoreUse = nothing();
  const onExchange: ExchangeListener = ({ body }, reply) => {
    const [first] = fieldsOf(body);
    if (!first || ownCommands.has(first[0])) return;
    use.commands += 1;
    use.documents += documentsIn(reply);
    use.bytes += reply.bytes.length;
  };
  /** Waits until the stores get no commands for QUIET_MS, because earlier work may have background steps. */
  async function untilQuiet(): Promise<void> {
    for (let before = ""; before !== JSON.stringify(use); await sleep(QUIET_MS)) before = JSON.stringify(use);
  }
  return {
    /** The listener with which the emulator of MongoDB counts commands. */
    onExchange,

    /** Starts counting the commands of a Redis client, except the periodic pings that detect a dead connection. */
    watch: (redis: Redis): void => {
      const send = redis.sendCommand.bind(redis);
      redis.sendCommand = (...args: Parameters<typeof send>) => {
        if (args[0].name !== "ping") use.redisCommands += 1;
        return send(...args);
      };
    },

    /** Runs some work. Returns the load that the work put on the stores. */
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
