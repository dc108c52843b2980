import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import type { ExecutionContext } from "ava";
import {
  findExecutable,
  freePort,
  packagedMeilisearch,
  projectEntry,
  startGuarded,
  type GuardedProcess,
} from "../../embedded/index.ts";
import { temporaryFolder } from "../helpers/processes.ts";
import { eventually } from "./system.ts";

/** A store that a test may stop, kill and start again. It keeps its port and its data. */
export interface OwnStore {
  pause(): void;
  resume(): void;
  kill(): Promise<void>;
  /** Starts the store. Returns before the store responds. */
  start(): void;
  /** The data folder of the store. */
  dir: string;
}

type StoreName = "mongodb" | "redis" | "meilisearch";

const MEILI_KEY = "a key of the fault tests";

type Command = (port: number, dir: string) => { command: string; args: string[] };

const commands: Record<Exclude<StoreName, "meilisearch">, Command> = {
  mongodb: (port, dir) => {
    const { command, args } = projectEntry("scripts/mongodb");
    return { command, args: [...args, "--port", String(port), "--dir", dir] };
  },
  redis: (port, dir) => {
    const command = findExecutable(["redis-server", "valkey-server"], process.env["PATH"]);
    if (command === undefined) throw new Error("these tests need redis-server or valkey-server on the PATH");
    return { command, args: ["--port", String(port), "--dir", dir, "--appendonly", "yes", "--save", ""] };
  },
};

async function meilisearchCommand(folder: string): Promise<Command> {
  const command = findExecutable(["meilisearch"], process.env["PATH"]) ?? (await packagedMeilisearch(folder));
  if (command === undefined) throw new Error("these tests need Meilisearch");
  return (port, dir) => ({
    command,
    args: [
      `--http-addr=127.0.0.1:${port}`,
      `--db-path=${join(dir, "data.ms")}`,
      // Without this argument, Meilisearch would write dumps into the checkout of the project.
      `--dump-dir=${join(dir, "dumps")}`,
      "--no-analytics",
    ],
  });
}

/**
 * Starts one store of each kind for this test alone. The stores end with the test.
 * @param dirs the data folders of stores; by default each store has a new folder
 */
export async function startOwnStores(t: ExecutionContext, dirs: Partial<Record<StoreName, string>> = {}) {
  const folder = temporaryFolder(t);
  const meilisearch = await meilisearchCommand(folder);
  const start = async (name: StoreName, command: Command) => {
    const port = await freePort();
    const dir = dirs[name] ?? join(folder, name);
    mkdirSync(dir, { recursive: true });
    const store = createOwnStore({ name, dir, logFile: join(folder, `${name}.log`) }, command(port, dir));
    t.teardown(() => store.kill());
    store.start();
    await eventually(() => accepts(port), Boolean);
    return { port, store };
  };
  const [mongodb, redis, meili] = await Promise.all([
    start("mongodb", commands.mongodb),
    start("redis", commands.redis),
    start("meilisearch", meilisearch),
  ]);
  return {
    stores: { mongodb: mongodb.store, redis: redis.store, meilisearch: meili.store },
    env: {
      MONGODB_URL: `mongodb://127.0.0.1:${mongodb.port}`,
      REDIS_URL: `redis://127.0.0.1:${redis.port}`,
      MEILI_URL: `http://127.0.0.1:${meili.port}`,
      MEILI_KEY,
    },
  };
}

function createOwnStore(
  { name, dir, logFile }: { name: string; dir: string; logFile: string },
  { command, args }: ReturnType<Command>,
): OwnStore {
  const env = { ...process.env, MEILI_MASTER_KEY: MEILI_KEY };
  let running: GuardedProcess | undefined;
  const signal = (name: NodeJS.Signals) => running && process.kill(-running.groupId, name);
  return {
    dir,
    pause: () => void signal("SIGSTOP"),
    resume: () => void signal("SIGCONT"),
    kill: async () => {
      running?.kill();
      await running?.ended;
      running = undefined;
    },
    start: () => {
      running = startGuarded({ name, command, args, env, logFile });
    },
  };
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
