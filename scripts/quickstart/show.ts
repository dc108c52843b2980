import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import type { Answer, Api } from "./api.ts";
import { samples } from "./samples.ts";

/**
 * Shows the main uses of the service, from signing in to the results of a build and a product search. Returns the id of the build.
 * @throws WrongAnswerError at the first response that differs from the expected one
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
  api: Api;
  /** Prints one line for the person who watches. */
  say: (line: string) => void;
  /** The name of the account that the show creates. */
  accountName: string;
}

/** The fields of each response that the show reads. */
const account = z.object({ account: z.object({ name: z.string(), tier: z.string() }) });
const build = z.object({ build: z.object({ build_id: z.number(), name: z.string() }) });
const submitted = z.object({
  runs: z.array(z.object({ run_id: z.string(), status: z.string(), score: z.number().nullable() })),
  usage: z.object({ used: z.number(), limit: z.number().nullable() }),
});
const run = z.object({
  status: z.string(),
  score: z.number().nullable(),
  unit: z.string(),
  variant: z.string().nullable(),
  error: z.object({ detail: z.string() }).nullable(),
  metrics: z.record(z.string(), z.unknown()).nullable(),
});
const figures = z.object({
  results: z.array(
    z.object({ name: z.string(), variant: z.string().nullable(), runs: z.number(), best: z.number() }),
  ),
});
const products = z.object({ results: z.array(z.object({ id: z.number(), model: z.string() })) });
const cpus = z.object({
  total: z.number(),
  results: z.array(
    z.object({
      make: z.string(),
      model: z.string(),
      cores: z.number(),
      threads: z.number(),
      base_clock: z.number(),
    }),
  ),
});

async function signInAndBuild({ api, say, accountName }: ShowDeps): Promise<number> {
  const signedIn = parse("sign-in", account, 200, await api.post("/login/dev", { name: accountName }));
  expectEqual("sign-in", accountName, signedIn.account.name);
  say(`1. Signed in as "${accountName}", tier ${signedIn.account.tier}.`);
  const parts = await findParts(api);
  const made = parse("new build", build, 201, await api.post("/builds", { name: "Quiet tower", parts }));
  say(`2. Made build ${made.build.build_id}, "${made.build.name}", of parts of the catalogue.`);
  return made.build.build_id;
}

/** Finds the parts of the build in the catalogue. Returns their ids by their kinds. */
async function findParts(api: Api): Promise<Record<string, number>> {
  const found = Object.entries(samples.parts).map(async ([kind, model]) => {
    const query = new URLSearchParams({ query: model, limit: "1" });
    const { results } = parse("parts", products, 200, await api.get(`/products/${kind}?${String(query)}`));
    expectEqual("parts", model, results[0]?.model);
    return [kind, results[0]?.id ?? 0] as const;
  });
  return Object.fromEntries(await Promise.all(found));
}

async function submitScores({ api, say }: ShowDeps, buildId: number): Promise<void> {
  const { benchmarkId, scores } = samples.cinebench;
  const answer = await api.add({ buildId, benchmarks: { id: benchmarkId, runs: scores } });
  const { runs, usage } = parse("scores", submitted, 200, answer);
  expectEqual(
    "scores",
    scores.map((score) => ["complete", score]),
    runs.map(({ status, score }) => [status, score]),
  );
  say(
    `3. Submitted ${scores.length} Cinebench R23 scores: ${scores.join(" and ")} points. Runs used: ${usage.used}.`,
  );
}

interface FileSample {
  what: string;
  benchmarkId: number;
  file: () => { name: string; content: Buffer };
  variant: string;
  score: number;
  shownMetrics: readonly string[];
}

async function submitFile({ api, say }: ShowDeps, buildId: number, sample: FileSample): Promise<void> {
  const file = sample.file();
  const answer = await api.add({ buildId, benchmarks: { id: sample.benchmarkId }, file });
  const [queued] = parse(sample.what, submitted, 200, answer).runs;
  say(
    `${sample.what}: submitted ${file.name} (${file.content.length} bytes), run ${queued?.run_id} is ${queued?.status}.`,
  );
  const read = await readWhenEnded(api, sample.what, queued?.run_id);
  expectEqual(sample.what, ["complete", sample.variant], [read.status, read.variant]);
  expectEqual(sample.what, sample.score, read.score === null ? null : Number(read.score.toFixed(3)));
  const metrics = sample.shownMetrics.map((name) => `${name} ${formatMetric(read.metrics?.[name])}`);
  say(`   ${read.variant}: ${read.score?.toFixed(2)} ${read.unit}; ${metrics.join(", ")}`);
}

/** How often a run is waited for. A run whose job a busy machine has lost is queued again within a minute. */
const MAX_WAITS = 6;

/** Returns a run when it has ended, or as it is after MAX_WAITS waits of half a minute. */
async function readWhenEnded(api: Api, what: string, runId: string | undefined) {
  for (let waits = 1; ; waits += 1) {
    const read = parse(what, run, 200, await api.get(`/benchmarks/runs/${runId}?wait=30`));
    if (read.status === "complete" || read.status === "failed" || waits === MAX_WAITS) return read;
  }
}

async function readFigures({ api, say }: ShowDeps, buildId: number): Promise<void> {
  const { results } = parse("figures", figures, 200, await api.get(`/builds/${buildId}`));
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
  const answer = await api.post("/products/cpu", { page: 1, limit: 3, query });
  const { total, results } = parse("search", cpus, 200, answer);
  expectEqual("search", firstModel, results[0]?.model);
  say(`7. Searched CPUs for "${query}": ${total} found, the first:`);
  for (const { make, model, cores, threads, base_clock } of results) {
    say(`   ${make} ${model}: ${cores} cores, ${threads} threads, ${base_clock} MHz`);
  }
}

/** A response differs from the expected one. */
class WrongAnswerError extends Error {
  override name = "WrongAnswerError";

  constructor(step: string, expected: unknown, found: unknown) {
    super(`${step}: expected ${JSON.stringify(expected)}, found ${JSON.stringify(found)}`);
  }
}

/** Returns a metric with at most two decimals. */
function formatMetric(value: unknown): string {
  return typeof value === "number" ? String(Number(value.toFixed(2))) : JSON.stringify(value);
}

function parse<S extends z.ZodType>(step: string, schema: S, status: number, answer: Answer): z.output<S> {
  if (answer.status !== status) throw new WrongAnswerError(step, `status ${status}`, answer);
  const parsed = schema.safeParse(answer.body);
  if (!parsed.success) throw new WrongAnswerError(step, "a body of the documented shape", answer.body);
  return parsed.data;
}

function expectEqual(step: string, expected: unknown, found: unknown): void {
  if (!isDeepStrictEqual(expected, found)) throw new WrongAnswerError(step, expected, found);
}
