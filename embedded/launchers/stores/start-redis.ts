import { once } from "node:events";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { findExecutable } from "../processes/find-executable.ts";
import { keptSecret } from "../processes/kept-secret.ts";
import { startStoreOnFreePort } from "./start-store-on-free-port.ts";
import { StoreMissingError, type RunningStore, type StoreContext } from "./store-starter.ts";

const ANSWER_TIMEOUT_MS = 1000;

const HOW_TO_GET = `There is no Redis: neither redis-server nor valkey-server is on the PATH. Do one of these:
  Debian, Ubuntu:  sudo apt-get install redis-server
  macOS:           brew install redis
  Docker:          docker run --detach --publish 127.0.0.1:6379:6379 redis:7 redis-server --appendonly yes,
                   and set REDIS_URL=redis://127.0.0.1:6379
  elsewhere:       set REDIS_URL to a Redis 6.2 or later, such as redis://127.0.0.1:6379`;

/**
 * Starts Redis or Valkey with an append-only file and without eviction, so that no data is lost. Clients need a random
 * password, which is stored in the data folder.
 * @throws StoreMissingError, ChildProcessError
 */
export async function startRedis({ dataDir, env, onStart, signal }: StoreContext): Promise<RunningStore> {
  const command = findExecutable(["redis-server", "valkey-server"], env["PATH"]);
  if (command === undefined) throw new StoreMissingError(HOW_TO_GET);
  const dir = join(dataDir, "redis");
  mkdirSync(dir, { recursive: true });
  const password = keptSecret(join(dataDir, "redis-password"));
  const configFile = join(dataDir, "redis.conf");
  writeConfig(configFile, password);
  const { process, port } = await startStoreOnFreePort({
    name: "redis",
    command,
    args: (port) => [configFile, ...redisArguments(port, dir)],
    env,
    logFile: join(dataDir, "logs", "redis.log"),
    isReady: (port) => answersPing(port, password),
    onStart,
    signal,
  });
  return { process, env: { REDIS_URL: `redis://:${password}@127.0.0.1:${port}` } };
}

/**
 * Writes the secret settings into a configuration file of Redis, because every user of the machine can read the
 * arguments of a process.
 */
function writeConfig(file: string, password: string): void {
  // Remove an existing configuration file before writing it: `writeFileSync` sets the mode only of a file that it
  // creates.
  rmSync(file, { force: true });
  writeFileSync(file, `requirepass ${password}\n`, { mode: 0o600 });
}

function redisArguments(port: number, dir: string): string[] {
  const settings = {
    port,
    bind: "127.0.0.1",
    dir,
    appendonly: "yes",
    "maxmemory-policy": "noeviction",
    save: "",
    // Let Redis look for expired keys and timeouts 5 times a second instead of 10 times, which is enough for one machine.
    hz: 5,
    daemonize: "no",
  };
  return Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
}

async function answersPing(port: number, password: string): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  try {
    socket.write(`AUTH ${password}\r\nPING\r\n`);
    const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
    let answer = "";
    while (answer.split("\r\n").length < 3) answer += String((await once(socket, "data", { signal }))[0]);
    // While Redis loads its data, Redis answers -LOADING instead of +OK and +PONG.
    return answer === "+OK\r\n+PONG\r\n";
  } finally {
    socket.destroy();
  }
}
