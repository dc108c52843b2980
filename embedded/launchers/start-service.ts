import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseConfig, type Config } from "../../src/config.ts";
import { portFault } from "./processes/free-port.ts";
import { projectEntry } from "./processes/project-files.ts";
import { startGuarded, type GuardedProcess } from "./processes/start-guarded.ts";
import { startStores, type Stores, type StoresOptions } from "./start-stores.ts";
import { ChildProcessError, untilReady } from "./processes/until-ready.ts";

/** A process that was killed a moment ago needs another one to let go of its port. */
const PORT_WAIT_MS = 2000;
const PORT_POLL_MS = 100;
/** On top of the time that web and worker give MongoDB when they start. */
const EXTRA_START_MS = 60_000;
/** On top of the time that web and worker give themselves to finish. */
const EXTRA_GRACE_SECONDS = 5;

/** The whole service on this machine: stores, web and worker. */
export interface Service {
  /** Where web listens. */
  url: string;
  /** The variables that web and worker run with, which a script needs to reach the same stores. */
  env: NodeJS.ProcessEnv;
  /** Ends all of it in order: web, worker, stores. */
  stop(): Promise<void>;
  /** Ends all of it at once. */
  kill(): void;
  /** Resolves when all of it has ended: with an error where one part ended by itself, which ends the others. */
  ended: Promise<Error | undefined>;
}

/** The port that web is to listen on is not to be had. */
class PortError extends Error {
  constructor({ HOST, PORT }: Config, fault: string) {
    const found =
      fault === "EADDRINUSE"
        ? `Port ${PORT} of ${HOST} is taken: another program listens on it. Stop that one, or choose`
        : `Port ${PORT} of ${HOST} cannot be listened on (${fault}). Choose`;
    super(`${found} another port: PORT=${PORT === 65_535 ? 3001 : PORT + 1} npm start`);
    this.name = "PortError";
  }
}

/**
 * Starts the stores that are not given, then web and worker, and resolves when all of them are ready. Each child's log is
 * `<dataDir>/logs/<name>.log`. All of it ends with this process, however that ends.
 * @param options.given this process's variables; DEV_LOGIN is on unless they say otherwise, except in production
 * @param options.signal ends it, while it starts and later
 * @throws InvalidConfigError, PortError and what startStores throws; then nothing is left running
 */
export async function startService(options: StoresOptions): Promise<Service> {
  const { dataDir, given, log, signal } = options;
  const config = parseConfig(given);
  await refuseTakenPort(config);
  const stores = await startStores(options);
  const isProduction = config.NODE_ENV === "production";
  const env = { ...given, ...stores.env, DEV_LOGIN: given["DEV_LOGIN"] || String(!isProduction) };
  const graceSeconds = Math.ceil(config.SHUTDOWN_TIMEOUT_MS / 1000) + EXTRA_GRACE_SECONDS;

  const parts: GuardedProcess[] = [];
  const startPart = async (name: string, entry: string, readyLine: RegExp) => {
    let matched: RegExpExecArray | null = null;
    const part = startGuarded({
      ...projectEntry(entry),
      name,
      env,
      graceSeconds,
      logFile: join(dataDir, "logs", `${name}.log`),
      onLine: (line) => {
        matched ??= readyLine.exec(line);
      },
    });
    parts.push(part);
    const timeoutMs = config.START_TIMEOUT_MS + EXTRA_START_MS;
    await untilReady(part, { isReady: () => matched !== null, timeoutMs, signal });
    log(`started ${name}`);
    return matched?.[1] ?? "";
  };
  const starting = [
    startPart("web", "src/server", /^listening (\S+)$/),
    startPart("worker", "workers/index", /^working$/),
  ];
  try {
    const [url = ""] = await Promise.all(starting);
    return supervise({ url, env, parts, stores, signal });
  } catch (error) {
    await stopInOrder(parts, stores);
    throw error;
  }
}

async function refuseTakenPort(config: Config): Promise<void> {
  const deadline = performance.now() + PORT_WAIT_MS;
  for (;;) {
    const fault = await portFault(config.PORT, config.HOST);
    if (fault === undefined) return;
    if (fault !== "EADDRINUSE" || performance.now() > deadline) throw new PortError(config, fault);
    await sleep(PORT_POLL_MS);
  }
}

interface Supervised {
  url: string;
  env: NodeJS.ProcessEnv;
  parts: readonly GuardedProcess[];
  stores: Stores;
  signal: AbortSignal | undefined;
}

function supervise({ url, env, parts, stores, signal }: Supervised): Service {
  const children = [...parts, ...stores.processes];
  let stopping: Promise<void> | undefined;
  const stop = async () => {
    stopping ??= stopInOrder(parts, stores);
    await stopping;
  };
  const untilEnded = async () => {
    const first = await Promise.race(children.map(async (child) => ({ child, how: await child.ended })));
    const error =
      stopping === undefined
        ? new ChildProcessError(first.child, `ended by itself (${first.how})`)
        : undefined;
    await stop();
    return error;
  };
  signal?.addEventListener("abort", () => void stop());
  return { url, env, stop, kill: () => children.forEach((child) => child.kill()), ended: untilEnded() };
}

async function stopInOrder(parts: readonly GuardedProcess[], stores: Stores): Promise<void> {
  for (const part of parts) await part.stop();
  await stores.stop();
}
