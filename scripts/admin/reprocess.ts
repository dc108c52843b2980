import { benchmarkTypes, MAX_COUNTED } from "../../src/benchmarks/index.ts";
import { READER_VERSION } from "../../src/readers/index.ts";
import { createProgressBar } from "../progress-bar.ts";
import { flag, option, wholeNumber } from "../script-arguments.ts";
import { adminCommand } from "./command.ts";
import { lineAbout, summaryOf } from "./reprocess-report.ts";

/**
 * The command that reads stored result files again. A run keeps its old figures until a single write replaces
 * them all.
 */
export const reprocess = adminCommand({
  name: "reprocess",
  about: `Reads files again that older versions of the file readers have read, and updates the figures of their runs.
The usage of accounts does not change. The exit code is 1 where a file could not be read.`,
  options: {
    type: option("<benchmark id>", "only files of this benchmark", { read: fileBenchmark }),
    "below-version": option(
      "<n>",
      `only files that a version of the file readers below <n> has read; default: ${READER_VERSION}, the current version`,
      { read: wholeNumber(0, 999_999_999) },
    ),
    run: option(
      "<run_id>",
      "only the file of this run, whichever version of the file readers has read the file",
    ),
    "dry-run": flag("only shows what would change"),
  },
  example: "--type 16 --dry-run",
  run: async ({ type, run: runId, "below-version": below, "dry-run": isDryRun }, { runParser }) => {
    // Never overwrite figures that a file reader with a newer version than READER_VERSION has computed.
    const newest = READER_VERSION + 1;
    const selection = {
      belowVersion: Math.min(below ?? (runId === undefined ? READER_VERSION : newest), newest),
      ...(type !== undefined && { benchmarkId: type }),
      ...(runId !== undefined && { runId }),
    };
    const total = await runParser.countReprocessable(selection);
    if (total === 0 && runId !== undefined)
      throw new Error(
        `--run: expected a complete or failed run whose file no newer version of the service has read, found ${runId}`,
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
      // Runs that are added after the count of `total` are read as well, so that `done` may exceed `total`.
      bar.show(Math.min(1, done / total));
    }
    bar.end();
    console.log(summaryOf(counts, isDryRun));
    return (counts["unreadable"] ?? 0) === 0;
  },
});

function fileBenchmark(text: string): number {
  const types = benchmarkTypes.filter(({ kind }) => kind === "file");
  const found = types.find(({ id }) => String(id) === text);
  if (found) return found.id;
  const known = types.map(({ id, name }) => `${id} (${name})`).join(", ");
  throw new Error(`expected a benchmark that takes files, one of ${known}; found ${text}`);
}
