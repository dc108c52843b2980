import type { FigureChange, ReprocessOutcome } from "../../src/benchmarks/index.ts";

/** Returns the line to print about a run, or null where its figures stay as they were. */
export function lineAbout(runId: string, outcome: ReprocessOutcome): string | null {
  switch (outcome.kind) {
    case "replaced":
      return outcome.changes.length > 0 ? `${runId} ${outcome.changes.map(describe).join(", ")}` : null;
    case "unreadable":
      return `${runId} keeps its figures, because its file can no longer be read: ${outcome.error.code}: ${outcome.error.detail}`;
    case "now_readable":
      return `${runId} stays failed, though its file can be read now: its unit was given back. npm run admin -- retry-failed --run ${runId} reads it after all, without charging.`;
    case "overtaken":
      return `${runId} was changed or deleted by somebody else meanwhile and is left as it is`;
    default:
      return null;
  }
}

const show = (value: unknown) => (value === undefined ? "none" : JSON.stringify(value));

const describe = ({ name, before, after }: FigureChange) => `${name}: ${show(before)} -> ${show(after)}`;

/** Returns the counts of all outcomes as one line. */
export function summaryOf(outcomes: Readonly<Record<string, number>>, isDryRun: boolean): string {
  const of = (kind: string) => outcomes[kind] ?? 0;
  return [
    `${of("changed")} ${isDryRun ? "would change" : "changed"}`,
    `${of("unchanged")} as they were`,
    `${of("unreadable")} can no longer be read`,
    `${of("still_failed") + of("now_readable")} stay failed (${of("now_readable")} of them readable now)`,
    `${of("overtaken")} left to somebody else`,
  ].join(", ");
}
