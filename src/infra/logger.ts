import { pino, type DestinationStream, type Logger } from "pino";
import pinoPretty from "pino-pretty";

export type { Logger };

const STDERR = 2;

/**
 * Creates a logger that writes one JSON object a line to standard error, or readable lines where that is a terminal.
 * Fields that hold cookies, tokens or headers are removed by their names, whichever code logs them.
 * @param options.process names the process in each line: `web`, `worker`, or the name of a script
 */
export function createLogger({ level, process }: { level: string; process: string }): Logger {
  return pino(
    {
      level,
      base: { process },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: ["token", "cookie", "authorization", "*.token", "*.cookie", "*.authorization", "*.headers"],
        remove: true,
      },
      formatters: { level: (label) => ({ level: label }) },
    },
    standardError(),
  );
}

function standardError(): DestinationStream {
  if (!process.stderr.isTTY) return pino.destination({ dest: STDERR, sync: true });
  return pinoPretty({ destination: STDERR, sync: true, translateTime: "SYS:HH:MM:ss.l", ignore: "process" });
}
