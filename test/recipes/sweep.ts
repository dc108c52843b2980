import type { Recipe } from "./edits.ts";

const proof = `import test from "ava";
import { fileForm } from "../../faults/results.ts";
import { startTestService } from "../../helpers/service.ts";

test("a sweep records the end of a run whose worker died before it added the job for that, once the end is old enough", async (t) => {
  let now = new Date("2030-03-10T12:00:00Z");
  const service = await startTestService(t, {
    hasWorkers: false,
    overrides: { clock: () => () => now },
  });
  const { runParser, runsRepository, sweeps } = service.services;
  const client = await service.signIn("missed");
  const { body } = await client.add(fileForm(await client.makeBuild()));
  const runId = body.runs[0].run_id as string;
  await runParser.parse(runId);
  const sweep = async () => sweeps.find(({ name }) => name === "ended runs without a note")?.run();
  const notedAt = async () => (await runsRepository.find(runId))?.noted_at;
  t.is(await notedAt(), undefined, "no worker has taken the job");
  t.is(await sweep(), 0);
  now = new Date(now.getTime() + 2 * service.config.SWEEP_AGE_MS);
  t.is(await sweep(), 1);
  t.deepEqual(await notedAt(), now);
  t.is(await sweep(), 0);
});
`;

/**
 * The example of the recipe for a sweep adds a sweep that finds ended runs for which no job has stored the time of the
 * end.
 */
export const sweepRecipe: Recipe = {
  heading: "A sweep",
  edits: [
    {
      file: "src/benchmarks/recover/sweeps.ts",
      before: 'import type { Runs } from "../runs/runs.ts";\n',
      text: 'import type { RunNotes } from "../runs/run-notes.ts";\n',
    },
    {
      file: "src/benchmarks/recover/sweeps.ts",
      after: "  runParser: RunParser;\n",
      text: '  runNotes: Pick<RunNotes, "noteMissed">;\n',
    },
    {
      file: "src/benchmarks/recover/sweeps.ts",
      before: '    { name: "refunds due", run:',
      text:
        '    {\n      name: "ended runs without a note",\n' +
        "      run: () => deps.runNotes.noteMissed(ago(config.SWEEP_AGE_MS), BATCH),\n    },\n",
    },
    { file: "src/compose/services.ts", after: "    runParser,\n    ledger,\n", text: "    runNotes,\n" },
    {
      file: "docs/operations/scale.md",
      before: "| runs without a job                                 |",
      text: "| ended runs without a note | files that have ended and are not noted, by an index of these alone | 200 a round |\n",
    },
    { file: "test/benchmarks/recover/run-notes.test.ts", content: proof },
  ],
};
