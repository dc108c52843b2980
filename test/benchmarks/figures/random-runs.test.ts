import test, { type ExecutionContext } from "ava";
import * as fc from "fast-check";
import type { Client, SentFile } from "../../helpers/client.ts";
import { startTestService } from "../../helpers/service.ts";
import { madeCapture } from "../../compare/captures.ts";

const service = await startTestService(test);

/**
 * Two captures of one game, a capture of another game that is too short to be ranked, two captures of unknown games,
 * and a capture that cannot be read.
 */
const files: readonly SentFile[] = [
  madeCapture({ frames: 1200, seed: 1, application: "doom.exe" }),
  madeCapture({ frames: 1200, seed: 2, application: "doom.exe" }),
  madeCapture({ frames: 200, seed: 3, application: "zelda.exe" }),
  madeCapture({ frames: 1200, seed: 4, application: "<unknown>" }),
  madeCapture({ frames: 1200, seed: 5, application: "<unknown>" }),
  { name: "broken.csv", content: "Application,MsBetweenPresents\n" },
];

const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("submit scores" as const),
      id: fc.constantFrom(3, 15),
      runs: fc.array(fc.constantFrom(100.1, 100.2, 1500, 12_345.6), { minLength: 1, maxLength: 3 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("submit a file" as const),
      file: fc.nat({ max: files.length - 1 }),
      isWaitedFor: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("review" as const),
      at: fc.nat(),
      decision: fc.constantFrom("accepted" as const, "rejected" as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("delete" as const), at: fc.nat() }) },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** A submitted run that was not deleted. Each list of such runs has the order in which the runs were submitted. */
interface SentRun {
  run_id: string;
  /** The index of the file in `files`; null for a typed-in score. */
  file: number | null;
}

async function submit(client: Client, form: Parameters<Client["add"]>[0]): Promise<string[]> {
  const { status, text, body } = await client.add(form);
  if (status !== 200) throw new Error(text);
  return (body.runs as { run_id: string }[]).map(({ run_id }) => run_id);
}

async function carryOut(client: Client, build_id: number, sent: SentRun[], next: Step): Promise<void> {
  if (next.do === "submit scores") {
    const ids = await submit(client, { build_id, benchmarks: { id: next.id, runs: next.runs } });
    sent.push(...ids.map((run_id) => ({ run_id, file: null })));
    return;
  }
  if (next.do === "submit a file") {
    const sentFiles = files.slice(next.file, next.file + 1);
    const [run_id = ""] = await submit(client, { build_id, benchmarks: { id: 16 }, files: sentFiles });
    sent.push({ run_id, file: next.file });
    if (next.isWaitedFor) await client.waitForRun(run_id);
    return;
  }
  const run = sent[next.at % Math.max(1, sent.length)];
  if (!run) return;
  if (next.do === "delete") {
    await client.send("DELETE", `/benchmarks/runs/${run.run_id}`);
    sent.splice(sent.indexOf(run), 1);
    return;
  }
  const { status } = (await client.waitForRun(run.run_id)).body;
  if (status === "complete")
    await service.services.reviews.decide(run.run_id, { decision: next.decision, reason: "a test" });
}

/** The expected statistics of a build in one benchmark and variant. */
interface Expected {
  benchmark_id: number;
  variant: string | null;
  runs: number;
  /** The scores of the runs that may be ranked. */
  scores: number[];
  latest: string;
}

/** Computes the expected statistics of a build from the response for each submitted run. */
async function expectedOf(client: Client, sent: readonly SentRun[]): Promise<Expected[]> {
  const seen = new Set<string>();
  const groups = new Map<string, Expected>();
  for (const { run_id, file } of sent) {
    const run = (await client.get(`/benchmarks/runs/${run_id}`)).body;
    const { status, benchmark_id, variant, score, unranked } = run;
    // Count only the first run of each file, because each file of this test has one game and is submitted for one
    // benchmark.
    if (status !== "complete" || (file !== null && seen.has(`${file}`))) continue;
    if (file !== null) seen.add(`${file}`);
    const key = variant === null && benchmark_id === 16 ? run_id : `${benchmark_id} ${variant}`;
    const group: Expected = groups.get(key) ?? { benchmark_id, variant, runs: 0, scores: [], latest: run_id };
    groups.set(key, group);
    group.runs += 1;
    if (unranked === null) group.scores.push(score as number);
    group.latest = run_id;
  }
  const nameOf = ({ benchmark_id, variant, latest }: Expected) =>
    `${100 + benchmark_id} ${variant ?? ""} ${variant === null ? latest : ""}`;
  return [...groups.values()].toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
}

const isClose = (found: number, expected: number) =>
  Math.abs(found - expected) <= 1e-12 * Math.abs(expected) + 1e-9;

/** The statistics of a build in one benchmark and variant, as the response for the build has them. */
interface ShownSummary {
  benchmark_id: number;
  variant: string | null;
  runs: number;
  unranked_runs: number;
  best: number | null;
  mean: number | null;
  stdev: number | null;
  latest: { run_id: string };
}

/**
 * Asserts that the list of a build's runs has as many runs as were submitted and not deleted, right after the last
 * change. Returns the statistics of the build for each benchmark and variant, as the response states them.
 */
async function compareCounts(t: ExecutionContext, client: Client, buildId: number, sent: SentRun[]) {
  const [{ body: build }, { body: list }] = await Promise.all([
    client.get(`/builds/${buildId}`),
    client.get(`/builds/${buildId}/runs`),
  ]);
  t.is(list.total, sent.length);
  const captures = await client.get(`/builds/${buildId}/runs?benchmark_id=16&limit=1`);
  t.is(captures.body.total, sent.filter(({ file }) => file !== null).length);
  return build.results as ShownSummary[];
}

test("after each request, the statistics of a build equal statistics that are computed anew from its runs", async (t) => {
  t.timeout(600_000);
  const client = await service.signIn("random runs", "unlimited");
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 16 }), async (steps) => {
      const buildId = await client.makeBuild();
      const sent: SentRun[] = [];
      for (const [index, next] of steps.entries()) {
        await carryOut(client, buildId, sent, next);
        await compareCounts(t, client, buildId, sent);
        if (index % 4 !== 3 && index !== steps.length - 1) continue;
        for (const { run_id } of sent) await client.waitForRun(run_id);
        const found = await compareCounts(t, client, buildId, sent);
        const expected = await expectedOf(client, sent);
        t.deepEqual(
          found.map(({ benchmark_id, variant, runs, unranked_runs, best, latest }) => [
            benchmark_id,
            variant,
            runs,
            unranked_runs,
            best,
            latest.run_id,
          ]),
          expected.map(({ benchmark_id, variant, runs, scores, latest }) => [
            benchmark_id,
            variant,
            runs,
            runs - scores.length,
            scores.length === 0 ? null : Math.max(...scores),
            latest,
          ]),
        );
        for (const [place, { scores }] of expected.entries()) {
          const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
          const squares = scores.reduce((sum, score) => sum + (score - mean) ** 2, 0);
          const shown = found[place];
          if (scores.length === 0) t.is(shown?.mean, null);
          else t.true(isClose(shown?.mean ?? Number.NaN, mean));
          const stdev = shown?.stdev ?? null;
          if (scores.length < 2) t.is(stdev, null);
          else t.true(isClose(stdev ?? Number.NaN, Math.sqrt(squares / (scores.length - 1))));
        }
      }
    }),
    { numRuns: 6 },
  );
});
