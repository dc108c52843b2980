import process from "node:process";
import { parseArgs } from "node:util";
import { startServer } from "./server.ts";
import { createShapeLog } from "./shape-log.ts";

/** The command line with which the emulator was started as a program. */
export interface CommandLine {
  /** The arguments of the command line after the program's name. */
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** The name of the program in the usage; default `mongodb-emulator`. */
  readonly name?: string;
  /** What a user types before the arguments, for the example in the usage text; default: the name of the program. */
  readonly call?: string;
}

/**
 * Runs the emulator as the program of this process: prints `ready <url>` when it accepts connections, and ends on
 * SIGTERM and SIGINT, immediately on a second signal. Errors are written to standard error, and the exit code becomes
 * 1.
 */
export function runCommandLine({ args, env, name = "mongodb-emulator", call = name }: CommandLine): void {
  const usage = usageOf(name, call);
  if (args.includes("--help") || args.includes("-h")) {
    console.log(usage);
    return;
  }
  let options: Options;
  try {
    options = readOptions(args);
  } catch (error) {
    console.error(`${explain(error)}\n${usage}`);
    process.exitCode = 1;
    return;
  }
  run(options, env).catch((error: unknown) => {
    console.error(explain(error));
    process.exit(1);
  });
}

const usageOf = (name: string, call: string) => `Usage: ${name} [--port <port>] [--dir <folder>]
  Runs the MongoDB emulator alone, not for production. Prints a line when the emulator is ready:
  ready mongodb://127.0.0.1:27017
  --port   the port on 127.0.0.1; default: 27017; 0 picks a free port
  --dir    the folder of the data; default: .data/mongodb
  EMULATOR_USER and EMULATOR_PASSWORD: clients have to log in with these; without them anybody on this machine may connect.
  MONGODB_SHAPE_LOG: a file in which the emulator logs the features of MongoDB that clients use.
Example: ${call} --port 27017 --dir .data/alone`;

interface Options {
  port: number;
  dir: string;
}

/** Reads the options of the emulator. @throws Error with a message for the person who started the emulator */
function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      port: { type: "string", default: "27017" },
      dir: { type: "string", default: ".data/mongodb" },
    },
  });
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error(`--port: expected a number from 0 to 65535, found '${values.port}'`);
  return { port, dir: values.dir };
}

/** Returns the text of an error for the person who started the emulator. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ("code" in error && error.code === "EADDRINUSE")
    return `${error.message}: another server listens there; stop it or choose another --port`;
  return error.message;
}

async function run(options: Options, env: NodeJS.ProcessEnv): Promise<void> {
  if (env["NODE_ENV"] === "production")
    throw new Error("this emulator is not for production: use a MongoDB server there");
  const [user, password] = [env["EMULATOR_USER"], env["EMULATOR_PASSWORD"]];
  const shapeLog = env["MONGODB_SHAPE_LOG"];
  const server = await startServer({
    ...options,
    ...(user && password && { credentials: { user, password } }),
    ...(shapeLog && { onExchange: createShapeLog(shapeLog) }),
  });
  let isClosing = false;
  const close = (): void => {
    if (isClosing) process.exit(1);
    isClosing = true;
    server.close().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(explain(error));
        process.exit(1);
      },
    );
  };
  process.on("SIGTERM", close);
  process.on("SIGINT", close);
  console.log(`ready ${server.url}`);
}
