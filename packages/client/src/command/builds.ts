import type { Client, ListedRun } from "../client.ts";
import { UsageError } from "./errors.ts";
import { joined, type Output } from "./output.ts";

const PAGE = 500;
/** The maximum number of entries that the service returns of a list, over all pages of the list. */
const MAX_LISTED = 10_000;

/** Returns all entries of a list. `load` requests one page of the list. */
async function allOf<T>(load: (page: number) => Promise<{ results: T[]; total: number }>): Promise<T[]> {
  const entries: T[] = [];
  for (let page = 1; page <= MAX_LISTED / PAGE; page += 1) {
    const { results, total } = await load(page);
    entries.push(...results);
    if (results.length === 0 || page * PAGE >= total) break;
  }
  return entries;
}

/** Returns all builds of the caller, newest first. */
export const allBuilds = async ({ api, ask }: Client, signal: AbortSignal) =>
  allOf((page) =>
    ask(() => api.GET("/builds", { params: { query: { page, limit: PAGE } }, signal }), signal),
  );

/** Finds a build by its id, or one of the caller's builds by its name. @throws UsageError, ProblemError */
export async function findBuild(
  client: Client,
  text: string,
  signal: AbortSignal,
): Promise<{ build_id: number; name: string }> {
  const { api, ask } = client;
  if (/^\d{1,15}$/.test(text)) {
    const params = { path: { build_id: Number(text) } };
    const { build } = await ask(() => api.GET("/builds/{build_id}", { params, signal }), signal);
    return build;
  }
  const builds = await allBuilds(client, signal);
  const found = builds.filter(({ name }) => name.toLowerCase() === text.toLowerCase());
  const [build] = found;
  if (build === undefined)
    throw new UsageError(`You have no build "${text}". pc-benchmarks builds lists your builds.`);
  if (found.length === 1) return build;
  const ids = found.map(({ build_id }) => build_id).join(", ");
  throw new UsageError(`${found.length} of your builds are called "${text}". Name one by its id: ${ids}`);
}

/** Returns the caller's runs of a build, except failed runs, by the SHA-256 of their files. */
export async function sentRuns(
  { api, ask }: Client,
  buildId: number,
  signal: AbortSignal,
): Promise<Map<string, ListedRun[]>> {
  const path = { build_id: buildId };
  const runs = await allOf((page) => {
    const params = { path, query: { page, limit: PAGE } };
    return ask(() => api.GET("/builds/{build_id}/runs", { params, signal }), signal);
  });
  const sent = new Map<string, ListedRun[]>();
  for (const run of runs) {
    const hash = run.file?.sha256;
    if (hash !== undefined && run.status !== "failed") sent.set(hash, [...(sent.get(hash) ?? []), run]);
  }
  return sent;
}

/** Lists the caller's builds. */
export async function listBuilds(client: Client, output: Output, signal: AbortSignal): Promise<void> {
  for (const build of await allBuilds(client, signal)) {
    const parts = Object.values(build.parts).map(({ make, model }) => `${make} ${model}`);
    output.show(build, joined([String(build.build_id), build.name, ...parts]));
  }
}
