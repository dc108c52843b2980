import { createRequire } from "node:module";
import { pino, type DestinationStream, type Logger as PinoLogger } from "pino";
import type pinoPretty from "pino-pretty";
import { describeError } from "./describe-error.ts";
import { createScrubber } from "./scrub.ts";

const STDERR = 2;

/** The logger of a process. */
export type Logger = PinoLogger & OutageSource;

interface OutageSource {
  /**
   * Makes the logger pass the outages of stores that logged errors contain to a function, so that the code that logs
   * need not look for outages. The errors that a child of this logger logs are included. A line whose error consists
   * only of outages is written at the level debug. Only the levels warn and error are affected: a fatal error, which
   * ends the process, is always logged.
   */
  handOverOutages(takeOutages: TakeOutages): void;
}

/**
 * Removes the outages of stores from a logged error, and reports the outages to the log of outages (`StoreLog`).
 * Returns the remaining errors: an empty list if the logged error says only that a store is unavailable.
 */
type TakeOutages = (error: unknown) => readonly unknown[];

/**
 * Creates a logger that writes one JSON object a line to standard error, or readable lines if standard error is a
 * terminal. No secret gets into a line: fields that contain cookies, tokens or headers are removed by their names; of
 * an error only its description is logged; and the secrets of the settings and passwords in URLs are replaced
 * everywhere in the line.
 */
export function createLogger({ level, process, secrets, destination, mixin }: LoggerOptions): Logger {
  const scrub = createScrubber(secrets);
  const output = destination ?? standardError();
  let takeOutages: TakeOutages | null = null;
  const logger = pino(
    {
      level,
      base: { process },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: ["token", "cookie", "authorization", "*.token", "*.cookie", "*.authorization", "*.headers"],
        remove: true,
      },
      serializers: { err: (error: unknown) => describeError(error) },
      formatters: { level: (label) => ({ level: label }) },
      ...(mixin && { mixin }),
      hooks: {
        logMethod(args, write, lineLevel) {
          const left = withoutOutages(args, lineLevel, takeOutages);
          if (left) write.apply(this, left as typeof args);
          else this.debug(...(args as [object, string]));
        },
      },
    },
    { write: (line) => output.write(scrub(line)) },
  );
  return Object.assign(logger, {
    handOverOutages: (taker: TakeOutages) => {
      takeOutages = taker;
    },
  });
}

interface LoggerOptions {
  level: string;
  /** The name of the process, which each line contains: `web`, `worker`, or the name of a script. */
  process: string;
  /** The texts that no line may contain: the secrets of the settings. */
  secrets: readonly string[];
  /** The stream to which the log lines are written instead of standard error. */
  destination?: DestinationStream;
  /** Returns further fields of each log line, such as the ids of its trace. */
  mixin?: () => object;
}

function standardError(): DestinationStream {
  if (!process.stderr.isTTY) return pino.destination({ dest: STDERR, sync: true });
  // `pino-pretty` is loaded only for a terminal: most processes write JSON, and start sooner without it.
  const pretty = createRequire(import.meta.url)("pino-pretty") as typeof pinoPretty;
  return pretty({ destination: STDERR, sync: true, translateTime: "SYS:HH:MM:ss.l", ignore: "process" });
}

/**
 * Returns the arguments of a log call without the outages that its error contains; null if the error consists only of
 * outages.
 */
function withoutOutages(
  args: readonly unknown[],
  level: number,
  takeOutages: TakeOutages | null,
): readonly unknown[] | null {
  const { warn, error } = pino.levels.values;
  const [facts, ...rest] = args;
  if (!takeOutages || (level !== warn && level !== error)) return args;
  if (typeof facts !== "object" || facts === null || !("err" in facts)) return args;
  const left = takeOutages(facts.err);
  if (left.length === 0) return null;
  const err = left.length === 1 ? left[0] : new AggregateError(left, `${left.length} errors`);
  return [{ ...facts, err }, ...rest];
}
