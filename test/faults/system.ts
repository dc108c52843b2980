import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import type { Config } from "../../src/config.ts";
import type { Constants } from "../../src/constants.ts";
import { createClient, type Client } from "../helpers/client.ts";
import { onTeardown, testConstants, type TestScope } from "../helpers/stores.ts";
import { programArguments } from "../helpers/project-files.ts";
import { showCauseOf500 } from "../helpers/run-output.ts";

/** Whether the tests of faults run in their long form, which FAULTS=long requests. */
export const isLong = process.env["FAULTS"] === "long";

const POLL_MS = 10;

/**
 * Settings with times so short that the service recovers from a fault within seconds; in production a recovery takes
 * about a minute.
 */
const quickHealing = {
  SWEEP_INTERVAL_MS: "300",
  SWEEP_AGE_MS: "1500",
  UPLOAD_AGE_MS: "4000",
  STORE_TIMEOUT_MS: "5000",
};

/** Constants with times so short that the service recovers from a fault within seconds. */
const systemConstants: Partial<Constants> = {
  ...testConstants,
  JOB_LOCK_MS: 1000,
  JOB_STALLED_CHECK_MS: 300,
  // A worker that stalls on a busy machine loses its claims on files. These lost claims must not make the files fail.
  PARSE_MAX_ATTEMPTS: 100,
  // A store that responds late on a busy machine must not count as dead.
  STORE_SILENCE_TIMEOUT_MS: 15_000,
};

/** Limits on files that no test of faults reaches, even if the test sends many files of an account at once. */
const ampleBudgets = {
  MAX_FAILED_RUNS_A_DAY: "100000",
  MAX_WAITING_RUNS: "100000",
  MAX_UPLOADS_AT_ONCE: "1000",
};

/** A web or worker process of the service. */
export interface ServiceProcess {
  pid: number | undefined;
  /** The lines that the process has written so far, to standard output and standard error. */
  lines: readonly string[];
  /**
   * Waits until `times` lines of the output match, by default one line.
   * @throws Error if the process ends before enough lines match
   */
  until(line: RegExp, times?: number): Promise<RegExpExecArray>;
  signal(name: NodeJS.Signals): void;
  /** Resolves with the exit code of the process, or the signal that ended the process. */
  ended: Promise<number | NodeJS.Signals>;
}

/** A web process that is ready for requests. */
export interface WebProcess extends ServiceProcess {
  url: string;
}

/** The constants that a process has to replace, by their names, as in the setting TEST_CONSTANTS. */
type TestConstants = Config["TEST_CONSTANTS"];

/** Functions that start the service as separate processes, which a test may kill. */
export interface System {
  startWeb(settings?: Record<string, string>, constants?: TestConstants): Promise<WebProcess>;
  startWorker(settings?: Record<string, string>, constants?: TestConstants): Promise<ServiceProcess>;
  /** Kills all web and worker processes that were started. */
  killAll(): Promise<void>;
}

/**
 * Returns functions that start web and worker processes of the service. All processes are killed after the test or the
 * test file of `scope`.
 * @param env the settings that name the stores, and settings that replace those of `quickHealing` and `ampleBudgets`
 * @param constants constants that replace those of `systemConstants`
 */
export function createSystem(
  scope: TestScope,
  env: Record<string, string>,
  constants: TestConstants = {},
): System {
  const started: ServiceProcess[] = [];
  const killAll = () => {
    for (const one of started) one.signal("SIGKILL");
  };
  // Kill the processes even when the test file itself breaks, because teardowns do not run then.
  process.once("exit", killAll);
  const killAndWait = async () => {
    killAll();
    await Promise.all(started.map(({ ended }) => ended));
  };
  onTeardown(scope, killAndWait);
  const start = (file: string, settings: Record<string, string>, ownConstants: TestConstants) => {
    const own = {
      PORT: "0",
      METRICS_PORT: "0",
      WORKER_METRICS_PORT: "0",
      DEV_LOGIN: "true",
      LOG_LEVEL: process.env["TEST_LOG_LEVEL"] ?? "error",
    };
    const one = startProcess(file, {
      ...process.env,
      ...own,
      ...quickHealing,
      ...ampleBudgets,
      ...env,
      ...settings,
      TEST_CONSTANTS: JSON.stringify({ ...systemConstants, ...constants, ...ownConstants }),
    });
    started.push(one);
    return one;
  };
  return {
    killAll: killAndWait,
    startWeb: async (settings = {}, constants = {}) => {
      const web = start("src/server.ts", settings, constants);
      const [, url = ""] = await web.until(/^listening (\S+)$/);
      return { ...web, url };
    },
    startWorker: async (settings = {}, constants = {}) => {
      const worker = start("workers/index.ts", settings, constants);
      await worker.until(/^working$/);
      return worker;
    },
  };
}

function startProcess(file: string, env: NodeJS.ProcessEnv): ServiceProcess {
  const child = spawn(process.execPath, programArguments(file), { env, stdio: ["ignore", "pipe", "pipe"] });
  const lines: string[] = [];
  for (const input of [child.stdout, child.stderr]) {
    createInterface({ input }).on("line", (line) => {
      lines.push(line);
      if (process.env["TEST_LOG_LEVEL"]) console.error(line);
      else showCauseOf500(line);
    });
  }
  const ended = once(child, "close").then(([code, signal]) => (code ?? signal) as number | NodeJS.Signals);
  const until = async (pattern: RegExp, times = 1) => {
    for (;;) {
      const found = lines.map((line) => pattern.exec(line)).filter((match) => match !== null);
      const last = found[times - 1];
      if (last) return last;
      const end = await Promise.race([ended, sleep(POLL_MS)]);
      if (end !== undefined)
        throw new Error(`${file} ended (${end}) before ${pattern}:\n${lines.join("\n")}`);
    }
  };
  return { pid: child.pid, lines, until, signal: (name) => void child.kill(name), ended };
}

/** Signs in at a web process by the development log-in, and returns the client of the new session. */
export async function signIn(url: string, name: string, tier = "unlimited"): Promise<Client> {
  const answer = await createClient(url).post("/login/dev", { name, tier });
  if (answer.status !== 200) throw new Error(`sign-in answered ${answer.status}: ${answer.text}`);
  return createClient(url, answer.headers.get("set-cookie")?.split(";")[0]);
}

/**
 * Repeats a query until its result fulfils a condition. After the time limit, returns the last result, on which the
 * test then fails.
 */
export async function eventually<T>(
  ask: () => Promise<T>,
  isGood: (answer: T) => boolean,
  limitMs = 300_000,
): Promise<T> {
  const deadline = performance.now() + limitMs;
  for (;;) {
    const answer = await ask();
    if (isGood(answer) || performance.now() > deadline) return answer;
    await sleep(POLL_MS);
  }
}
