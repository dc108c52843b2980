import process from "node:process";
import type { Services } from "../src/compose/services.ts";
import { readReprocessArguments, usage, type ReprocessArguments } from "./reprocess/arguments.ts";
import { createProgress } from "./reprocess/progress.ts";
import { lineAbout, summaryOf } from "./reprocess/report.ts";
import { runScript } from "./run-script.ts";

// Reads stored files again with the present readers. It never charges and gives nothing back; the old figures of a run
// stay until the new ones take their place in one write. Exit code 1 where a file could not be read.

async function reprocess(
  { selection, isDryRun }: ReprocessArguments,
  { runParser }: Services,
): Promise<boolean> {
  const total = await runParser.countRead(selection);
  if (total === 0 && selection.runId !== undefined)
    throw new Error(
      `--run: no complete or failed run ${selection.runId} has a file that these readers may read`,
    );
  const progress = createProgress({ total, output: process.stderr, now: () => performance.now() });
  const counts: Record<string, number> = {};
  for await (const run of runParser.findRead(selection)) {
    const outcome = await runParser.reprocess(run, { isDryRun });
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
