import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { findExecutable } from "../processes/find-executable.ts";
import { startStoreOnFreePort } from "./start-store-on-free-port.ts";
import { StoreMissingError, type RunningStore, type StoreContext } from "./store-starter.ts";

const ANSWER_TIMEOUT_MS = 1000;

const HOW_TO_GET = `There is no Redis: neither redis-server nor valkey-server is on the PATH. Do one of these:
  Debian, Ubuntu:  sudo apt-get install redis-server
  macOS:           brew install redis
  Docker:          MEILI_KEY=<16 characters or more> docker compose up --detach redis, and set REDIS_URL=redis://127.0.0.1:6379
  elsewhere:       set REDIS_URL to a Redis 6.2 or later, such as redis://127.0.0.1:6379`;

/**
 * Starts Redis or Valkey with an append-only file and without eviction, so that nothing is lost.
 * @throws StoreMissingError, ChildProcessError
 */
export async function startRedis({ dataDir, env, onStart, signal }: StoreContext): Promise<RunningStore> {
  const command = findExecutable(["redis-server", "valkey-server"], env["PATH"]);
  if (command === undefined) throw new StoreMissingError(HOW_TO_GET);
  const dir = join(dataDir, "redis");
  mkdirSync(dir, { recursive: true });
  const { process, port } = await startStoreOnFreePort({
    name: "redis",
    command,
    args: (port) => redisArguments(port, dir),
    env,
    logFile: join(dataDir, "logs", "redis.log"),
    isReady: answersPing,
    onStart,
    signal,
  });
  return { process, env: { REDIS_URL: `redis://127.0.0.1:${port}` } };
}

function redisArguments(port: number, dir: string): string[] {
  const settings = {
    port,
    bind: "127.0.0.1",
    dir,
    appendonly: "yes",
    "maxmemory-policy": "noeviction",
    save: "",
    daemonize: "no",
  };
  return Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
}

async function answersPing(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  try {
    socket.write("PING\r\n");
    const [answer] = await once(socket, "data", { signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) });
    // While Redis still loads its file, its answer is -LOADING.
    return String(answer).startsWith("+PONG");
  } finally {
    socket.destroy();
  }
}
