import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { projectFile } from "../../embedded/index.ts";
import type { ApiClient } from "../api-client.ts";
import { samples, type FileSample } from "./samples.ts";

/**
 * Shows the main uses of the service, from signing in to the results of a build and a product search. Returns the id of
 * the build.
 * @throws Error at the first response that is an error or differs from the expected one
 */
export async function show(deps: ShowDeps): Promise<number> {
  const buildId = await signInAndBuild(deps);
  await submitScores(deps, buildId);
  await submitFile(deps, buildId, samples.threeDMark);
  await submitFile(deps, buildId, samples.capture);
  await readFigures(deps, buildId);
  await searchCpus(deps);
  return buildId;
}

interface ShowDeps {
  api: ApiClient;
  /** Prints one line to the terminal, for the person who watches the quick start. */
  say: (line: string) => void;
  /** The name of the account that the quick start creates. */
  accountName: string;
}

// The fields of the service's responses that the quick start reads.
type Submitted = {
  runs: { run_id: string; status: string; score: number | null }[];
  usage: { used: number };
};
type Metrics = Record<string, unknown> | null;
type Run = { status: string; score: number | null; unit: string; variant: string | null; metrics: Metrics };
type Figure = { name: string; variant: string | null; runs: number; best: number };
type Cpu = Record<"make" | "model", string> & Record<"cores" | "threads" | "base_clock", number>;

async function signInAndBuild({ api, say, accountName }: ShowDeps): Promise<number> {
  type SignedIn = { account: { name: string; tier: string } };
  const { account } = await api.post<SignedIn>("/login/dev", { name: accountName });
  expectEqual("sign-in", accountName, account.name);
  say(`1. Signed in as "${accountName}", tier ${account.tier}.`);
  const parts = await findParts(api);
  type Made = { build: { build_id: number; name: string } };
  const { build } = await api.post<Made>("/builds", { name: "Quiet tower", parts });
  say(`2. Made build ${build.build_id}, "${build.name}", of parts of the catalogue.`);
  return build.build_id;
}

/** Finds the parts of the build in the catalogue. Returns their ids by kind. */
async function findParts(api: ApiClient): Promise<Record<string, number>> {
  const found = Object.entries(samples.parts).map(async ([kind, model]) => {
    const query = new URLSearchParams({ query: model, limit: "1" });
    type Found = { results: { id: number; model: string }[] };
    const { results } = await api.get<Found>(`/products/${kind}?${String(query)}`);
    expectEqual("parts", model, results[0]?.model);
    return [kind, results[0]?.id ?? 0] as const;
  });
  return Object.fromEntries(await Promise.all(found));
}

async function submitScores({ api, say }: ShowDeps, buildId: number): Promise<void> {
  const { benchmarkId, scores } = samples.cinebench;
  const benchmarks = { id: benchmarkId, runs: scores };
  const { runs, usage } = await api.add<Submitted>({ buildId, benchmarks });
  expectEqual(
    "scores",
    scores.map((score) => ["complete", score]),
    runs.map(({ status, score }) => [status, score]),
  );
  say(
    `3. Submitted ${scores.length} Cinebench R23 scores: ${scores.join(" and ")} points. Runs used: ${usage.used}.`,
  );
}

async function submitFile({ api, say }: ShowDeps, buildId: number, sample: FileSample): Promise<void> {
  const file = { name: sample.file, content: readFileSync(projectFile(`data/samples/${sample.file}`)) };
  const benchmarks = { id: sample.benchmarkId, settings: sample.settings };
  const [queued] = (await api.add<Submitted>({ buildId, benchmarks, file })).runs;
  say(
    `${sample.what}: submitted ${file.name} (${file.content.length} bytes), run ${queued?.run_id} is ${queued?.status}.`,
  );
  const read = await readWhenEnded(api, queued?.run_id);
  expectEqual(sample.what, ["complete", sample.variant], [read.status, read.variant]);
  expectEqual(sample.what, sample.score, read.score === null ? null : Number(read.score.toFixed(3)));
  const metrics = sample.shownMetrics.map((name) => `${name} ${formatMetric(read.metrics?.[name])}`);
  say(`   ${read.variant}: ${read.score?.toFixed(2)} ${read.unit}; ${metrics.join(", ")}`);
}

/**
 * The maximum number of times that the quick start waits half a minute for a run: a run whose job was lost on a busy
 * machine is queued again within a minute.
 */
const MAX_WAITS = 6;

/**
 * Waits until the service has read the file of a run, and returns the run. After MAX_WAITS waits of half a minute,
 * returns the run in its present state.
 */
async function readWhenEnded(api: ApiClient, runId: string | undefined): Promise<Run> {
  for (let waits = 1; ; waits += 1) {
    const read = await api.get<Run>(`/benchmarks/runs/${runId}?wait=30`);
    if (read.status === "complete" || read.status === "failed" || waits === MAX_WAITS) return read;
  }
}

async function readFigures({ api, say }: ShowDeps, buildId: number): Promise<void> {
  const { results } = await api.get<{ results: Figure[] }>(`/builds/${buildId}`);
  const { cinebench, threeDMark, capture } = samples;
  const expected = [threeDMark.score, Math.max(...cinebench.scores), capture.score];
  expectEqual(
    "figures",
    expected,
    results.map(({ best }) => Number(best.toFixed(3))),
  );
  say(`6. The figures of build ${buildId}:`);
  for (const { name, variant, runs, best } of results) {
    say(`   ${name}${variant === null ? "" : ` (${variant})`}: best ${best.toFixed(2)} of ${runs}`);
  }
}

async function searchCpus({ api, say }: ShowDeps): Promise<void> {
  const { query, firstModel } = samples.search;
  type Found = { total: number; results: Cpu[] };
  const { total, results } = await api.post<Found>("/products/cpu", { page: 1, limit: 3, query });
  expectEqual("search", firstModel, results[0]?.model);
  say(`7. Searched CPUs for "${query}": ${total} found, the first:`);
  for (const { make, model, cores, threads, base_clock } of results) {
    say(`   ${make} ${model}: ${cores} cores, ${threads} threads, ${base_clock} MHz`);
  }
}

/** Returns a metric as text with at most two decimals. */
function formatMetric(value: unknown): string {
  return typeof value === "number" ? String(Number(value.toFixed(2))) : JSON.stringify(value);
}

/** Compares a value that the service has returned with the expected value. @throws Error if the two differ */
function expectEqual(step: string, expected: unknown, found: unknown): void {
  if (!isDeepStrictEqual(expected, found))
    throw new Error(`${step}: expected ${JSON.stringify(expected)}, found ${JSON.stringify(found)}`);
}
