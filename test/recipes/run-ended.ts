import type { Recipe } from "./edits.ts";

const proof = `import test from "ava";
import { brokenCapture, fileForm } from "../../faults/results.ts";
import { eventually } from "../../faults/system.ts";
import { startTestService } from "../../helpers/service.ts";

test("the end of a run is recorded without a request for it, whether the run is complete or failed", async (t) => {
  const service = await startTestService(t);
  const client = await service.signIn("noted");
  const build_id = await client.makeBuild();
  for (const form of [fileForm(build_id), fileForm(build_id, brokenCapture)]) {
    const { body } = await client.add(form);
    const find = () => service.services.runsRepository.find(body.runs[0].run_id as string);
    const run = await eventually(find, (found) => found?.noted_at !== undefined);
    t.true(run?.noted_at instanceof Date);
  }
});
`;

/**
 * The example of the recipe for a step after the end of a run adds a job whenever a run ends: the job that `jobRecipe`
 * defines.
 */
export const runEndedRecipe: Recipe = {
  heading: "Something that happens when a run ends",
  edits: [
    {
      file: "src/benchmarks/parse/run-ended.ts",
      after: 'import { refundRun, type RefundDeps } from "../runs/refund-run.ts";\n',
      text: 'import type { RunNotes } from "../runs/run-notes.ts";\n',
    },
    {
      file: "src/benchmarks/parse/run-ended.ts",
      after: '  standings: Pick<Standings, "markChanged">;\n',
      text: '  runNotes: Pick<RunNotes, "ask">;\n',
    },
    {
      file: "src/benchmarks/parse/run-ended.ts",
      after: "  await deps.standings.markChanged(run.build_id, run.benchmark_id);\n",
      text: "  await deps.runNotes.ask(run._id);\n",
    },
    { file: "src/compose/services.ts", after: "    seriesPublisher,\n", text: "    runNotes,\n" },
    { file: "test/benchmarks/parse/noted-ends.test.ts", content: proof },
    {
      file: "test/benchmarks/parse/reprocess-run.test.ts",
      after: "const { refund_due: _1, is_waiting: _2,",
      text: " note_due: _5, noted_at: _6,",
    },
    {
      file: "test/benchmarks/parse/reprocess-run.test.ts",
      after: "const { refund_due: _3, is_waiting: _4,",
      text: " note_due: _7, noted_at: _8,",
    },
    {
      file: "test/benchmarks/parse/reprocess-run.test.ts",
      after: "const { fencing_token, frame_series,",
      text: " note_due: _9, noted_at: _10,",
    },
    {
      file: "test/benchmarks/parse/reprocess-run.test.ts",
      after: "fencing_token: oldToken, frame_series: oldSeries,",
      text: " note_due: _11, noted_at: _12,",
    },
  ],
};
