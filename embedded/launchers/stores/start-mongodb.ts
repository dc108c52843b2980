import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Db } from "mongodb";
import { findExecutable } from "../processes/find-executable.ts";
import { keptSecret } from "../processes/kept-secret.ts";
import { projectEntry } from "../processes/project-files.ts";
import { startGuarded } from "../processes/start-guarded.ts";
import { untilReady } from "../processes/until-ready.ts";
import { startStoreOnFreePort } from "./start-store-on-free-port.ts";
import { StoreMissingError, type RunningStore, type StoreContext } from "./store-starter.ts";

const ANSWER_TIMEOUT_MS = 1000;
/**
 * The time in seconds that mongod may take to shut down: with much unwritten data, it needs longer than other stores.
 */
const MONGOD_GRACE_SECONDS = 15;

/** The name under which the service logs in to the MongoDB emulator. */
const EMULATOR_USER = "pc-benchmarks";

/**
 * Starts the MongoDB server that MONGODB_BINARY names, else the mongod on the PATH, else this project's emulator.
 * Clients of the emulator need a random password, which is stored in the data folder.
 * @throws StoreMissingError with NODE_ENV=production, which requires MONGODB_URL
 */
export async function startMongodb(context: StoreContext): Promise<RunningStore> {
  if (context.env["NODE_ENV"] === "production") {
    throw new StoreMissingError(
      "Production needs a real MongoDB: set MONGODB_URL to one, best a replica set. " +
        "To try things out on this machine, leave NODE_ENV unset.",
    );
  }
  const binary = mongodBinary(context.env);
  return binary === undefined ? startEmulator(context) : startMongod(binary, context);
}

/** Returns the path of the real MongoDB server on this machine, or undefined if there is none. */
export function mongodBinary(env: NodeJS.ProcessEnv): string | undefined {
  return env["MONGODB_BINARY"] || findExecutable(["mongod"], env["PATH"]);
}

/**
 * Starts mongod without a replica set: the service needs none, and a replica set would store the port, which changes at
 * each start.
 */
async function startMongod(command: string, { dataDir, env, onStart, signal }: StoreContext) {
  const dir = join(dataDir, "mongod");
  mkdirSync(dir, { recursive: true });
  const { process, port } = await startStoreOnFreePort({
    name: "mongod",
    command,
    args: (port) => ["--dbpath", dir, "--bind_ip", "127.0.0.1", "--port", String(port), "--nounixsocket"],
    env,
    logFile: join(dataDir, "logs", "mongod.log"),
    graceSeconds: MONGOD_GRACE_SECONDS,
    isReady: async (port) => answersPing(urlOf(port)),
    onStart,
    signal,
  });
  return { process, env: { MONGODB_URL: urlOf(port) } };
}

async function startEmulator({ dataDir, env, onStart, signal }: StoreContext): Promise<RunningStore> {
  const { command, args } = projectEntry("scripts/mongodb");
  const password = keptSecret(join(dataDir, "mongodb-password"));
  let url: string | undefined;
  const process = startGuarded({
    name: "mongodb emulator",
    command,
    args: [...args, "--port", "0", "--dir", join(dataDir, "mongodb")],
    // Every user of the machine can read the arguments of a process, so the password is passed as an environment
    // variable.
    env: { ...env, EMULATOR_USER, EMULATOR_PASSWORD: password },
    logFile: join(dataDir, "logs", "mongodb.log"),
    onLine: (line) => {
      const host = /^ready mongodb:\/\/(\S+)$/.exec(line)?.[1];
      if (host !== undefined) url = `mongodb://${EMULATOR_USER}:${password}@${host}/`;
    },
  });
  onStart(process.groupId);
  try {
    // Wait for the address of the MongoDB emulator, which the emulator prints as soon as it accepts connections.
    await untilReady(process, { isReady: () => url !== undefined, signal });
  } catch (error) {
    await process.stop();
    throw error;
  }
  return { process, env: { MONGODB_URL: url ?? "" } };
}

const urlOf = (port: number) => `mongodb://127.0.0.1:${port}`;

async function answersPing(url: string): Promise<boolean> {
  // Import the module that calls MongoDB only when MongoDB is asked, so that a start with the MongoDB emulator does not
  // load the driver.
  const { withMongo } = await import("../../../src/infra/mongo.ts");
  const ping = async (db: Db) => {
    await db.command({ ping: 1 });
  };
  await withMongo({ url, database: "admin", timeoutMs: ANSWER_TIMEOUT_MS, use: ping });
  return true;
}
