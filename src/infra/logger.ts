import { pino, type DestinationStream, type Logger } from "pino";
import pinoPretty from "pino-pretty";
import { describeError } from "./describe-error.ts";
import { createScrubber } from "./scrub.ts";

export type { Logger };

const STDERR = 2;

/**
 * Creates a logger that writes one JSON object a line to standard error, or readable lines where that is a terminal.
 * No secret gets into a line: fields that hold cookies, tokens or headers are removed by their names, whichever code logs
 * them; of an error only its description is logged; and the secrets of the settings and passwords in URLs are replaced
 * wherever they stand in the line.
 */
export function createLogger({ level, process, secrets, destination }: LoggerOptions): Logger {
  const scrub = createScrubber(secrets);
  const output = destination ?? standardError();
  return pino(
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
    },
    { write: (line) => output.write(scrub(line)) },
  );
}

interface LoggerOptions {
  level: string;
  /** Names the process in each line: `web`, `worker`, or the name of a script. */
  process: string;
  /** What must not stand in any line: the secrets of the settings. */
  secrets: readonly string[];
  /** Where the lines go instead of standard error. */
  destination?: DestinationStream;
}

function standardError(): DestinationStream {
  if (!process.stderr.isTTY) return pino.destination({ dest: STDERR, sync: true });
  return pinoPretty({ destination: STDERR, sync: true, translateTime: "SYS:HH:MM:ss.l", ignore: "process" });
}
