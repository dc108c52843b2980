import process from "node:process";
import type { ReprocessSelection } from "../src/benchmarks/records/run-reprocessing.ts";
import type { Run, RunsRepository } from "../src/benchmarks/records/runs-repository.ts";
import type { Services } from "../src/compose/services.ts";
import { readReprocessArguments, usage, type ReprocessArguments } from "./reprocess/arguments.ts";
import { createProgress } from "./reprocess/progress.ts";
import { lineAbout, summaryOf } from "./reprocess/report.ts";
import { runScript } from "./run-script.ts";

// Reads stored files again with the present readers. It never charges and gives nothing back; the old figures of a run
// stay until the new ones take their place in one write. Exit code 1 where a file could not be read.

const PAGE = 100;

/** Page by page, so that no cursor has to outlive the reading of many files. */
async function* runsOf(runs: RunsRepository, selection: ReprocessSelection): AsyncGenerator<Run> {
  let page = await runs.findRead(selection, "", PAGE);
  while (page.length > 0) {
    yield* page;
    page = await runs.findRead(selection, page.at(-1)?._id ?? "", PAGE);
  }
}

async function reprocess(
  { selection, isDryRun }: ReprocessArguments,
  { records, benchmarks }: Services,
): Promise<boolean> {
  const total = await records.runs.countRead(selection);
  if (total === 0 && selection.runId !== undefined)
    throw new Error(
      `--run: no complete or failed run ${selection.runId} has a file that these readers may read`,
    );
  const progress = createProgress({ total, output: process.stderr, now: () => performance.now() });
  const counts: Record<string, number> = {};
  for await (const run of runsOf(records.runs, selection)) {
    const outcome = await benchmarks.reprocessRun(run, { isDryRun });
    const isChanged = outcome.kind === "replaced" && outcome.changes.length > 0;
    const kind = outcome.kind === "replaced" ? (isChanged ? "changed" : "unchanged") : outcome.kind;
    counts[kind] = (counts[kind] ?? 0) + 1;
    const line = lineAbout(run._id, outcome);
    if (line !== null) progress.say(line);
    progress.step();
  }
  progress.finish();
  console.log(summaryOf(counts, isDryRun));
  return (counts["unreadable"] ?? 0) === 0;
}

await runScript({ name: "reprocess", usage, readArguments: readReprocessArguments, run: reprocess });
