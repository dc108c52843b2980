import { parseArgs } from "node:util";
import { startServer } from "../embedded/mongodb/server.ts";
import { createShapeLog } from "../embedded/mongodb/shape-log.ts";
import { scriptArguments } from "./script-arguments.ts";

// Runs the MongoDB emulator alone, for development and tests. MONGODB_SHAPE_LOG names a file in which it logs the features that its
// clients use.

const usage = `Usage: mongodb [--port <port>] [--dir <folder>]
  Runs the MongoDB emulator alone, not for production. Prints a line when it is ready: ready mongodb://127.0.0.1:27017
  --port   where it listens on 127.0.0.1; 27017 if not given, 0 picks a free one
  --dir    where it keeps its data; .data/mongodb if not given
  EMULATOR_USER and EMULATOR_PASSWORD are what its clients have to log in with; without them anybody on this machine may use it.
Example: npm run mongodb -- --port 27017 --dir .data/alone`;

interface Options {
  port: number;
  dir: string;
}

function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
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

/** Returns the message for the person who started the emulator. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ("code" in error && error.code === "EADDRINUSE")
    return `${error.message}: another server listens there; stop it or choose another --port`;
  return error.message;
}

async function main(options: Options): Promise<void> {
  if (process.env["NODE_ENV"] === "production")
    throw new Error("this emulator is not for production: set MONGODB_URL to a MongoDB server");
  const [user, password] = [process.env["EMULATOR_USER"], process.env["EMULATOR_PASSWORD"]];
  const shapeLog = process.env["MONGODB_SHAPE_LOG"];
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

const options = scriptArguments(usage, readOptions);
if (options !== null)
  main(options).catch((error: unknown) => {
    console.error(explain(error));
    process.exit(1);
  });
