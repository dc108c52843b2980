import type { FigureChange, ReprocessOutcome } from "../../src/benchmarks/index.ts";

/** Returns the line to print about a run, or null if reprocessing has left the figures of the run unchanged. */
export function lineAbout(runId: string, outcome: ReprocessOutcome): string | null {
  switch (outcome.kind) {
    case "replaced":
      return outcome.changes.length > 0 ? `${runId} ${outcome.changes.map(describe).join(", ")}` : null;
    case "unreadable":
      return `${runId} keeps its figures, because its file can no longer be read: ${outcome.error.code}: ${outcome.error.detail}`;
    case "now_readable":
      return `${runId} stays failed, although its file can be read now, because its unit was refunded. To complete the run without charging the account: npm run admin -- retry-failed --run ${runId}`;
    case "overtaken":
      return `${runId} is not changed here, because another process changed or deleted it meanwhile`;
    default:
      return null;
  }
}

const show = (value: unknown) => (value === undefined ? "none" : JSON.stringify(value));

const describe = ({ name, before, after }: FigureChange) => `${name}: ${show(before)} -> ${show(after)}`;

/** Returns one line with the number of runs for each outcome of reading their files again. */
export function summaryOf(outcomes: Readonly<Record<string, number>>, isDryRun: boolean): string {
  const of = (kind: string) => outcomes[kind] ?? 0;
  return [
    `${of("changed")} ${isDryRun ? "would change" : "changed"}`,
    `${of("unchanged")} unchanged`,
    `${of("unreadable")} can no longer be read`,
    `${of("still_failed") + of("now_readable")} stay failed (${of("now_readable")} of them readable now)`,
    `${of("overtaken")} changed or deleted by another process`,
  ].join(", ");
}
