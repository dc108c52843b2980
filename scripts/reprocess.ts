import { MAX_COUNTED } from "../src/benchmarks/index.ts";
import type { Services } from "../src/compose/services.ts";
import { readReprocessArguments, usage, type ReprocessArguments } from "./reprocess/arguments.ts";
import { createProgressBar } from "./progress-bar.ts";
import { lineAbout, summaryOf } from "./reprocess/report.ts";
import { runScript } from "./run-script.ts";

// Reads stored files again with the current readers. The usage of accounts stays as it is. A run keeps its old figures until
// one write replaces them. Exit code 1 where a file could not be read.

async function reprocess(
  { selection, isDryRun }: ReprocessArguments,
  { runParser }: Services,
): Promise<boolean> {
  const total = await runParser.countReprocessable(selection);
  if (total === 0 && selection.runId !== undefined)
    throw new Error(
      `--run: no complete or failed run ${selection.runId} has a file that these readers may read`,
    );
  let done = 0;
  const all = total < MAX_COUNTED ? `${total}` : `more than ${total}`;
  const bar = createProgressBar({ describe: () => `${done}/${all} files` });
  const counts: Record<string, number> = {};
  for await (const run of runParser.findReprocessable(selection)) {
    const outcome = await runParser.reprocess(run, { isDryRun });
    const isChanged = outcome.kind === "replaced" && outcome.changes.length > 0;
    const kind = outcome.kind === "replaced" ? (isChanged ? "changed" : "unchanged") : outcome.kind;
    counts[kind] = (counts[kind] ?? 0) + 1;
    const line = lineAbout(run._id, outcome);
    if (line !== null) bar.say(line);
    done += 1;
    // Runs that are added meanwhile are read as well, so that there may be more than were counted.
    bar.show(Math.min(1, done / total));
  }
  bar.end();
  console.log(summaryOf(counts, isDryRun));
  return (counts["unreadable"] ?? 0) === 0;
}

await runScript({ name: "reprocess", usage, readArguments: readReprocessArguments, run: reprocess });
