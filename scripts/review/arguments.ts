import { parseArgs } from "node:util";
import { MAX_REASON_CHARACTERS } from "../../src/benchmarks/index.ts";
import { plainName } from "../../src/validation/names.ts";

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 1000;

/** The usage of the script. */
export const usage = `Usage: review --list [--limit <n>] | --accept <run_id> [--reason <text>] | --reject <run_id> --reason <text>
  --list shows suspect runs about which nobody has decided, the latest first; at most ${DEFAULT_LIMIT}, or --limit of them (1 to ${MAX_LIMIT}).
  --accept: the run is not suspect, whatever readers and comparisons say. --reject: it is, for this reason.
  Everybody may read the reason (1 to ${MAX_REASON_CHARACTERS} characters). Any complete run can be decided about, also a typed-in score, and again.
Example: npm run review -- --reject 9f86d081884c7d65 --reason "measured on another build"`;

/** What the script is asked to do. */
export type ReviewTask =
  | { kind: "list"; limit: number }
  | { kind: "decide"; runId: string; decision: "accepted" | "rejected"; reason: string | null };

/** Parses the arguments. @throws Error with a message for the person who runs the script */
export function readReviewArguments(args: string[]): ReviewTask {
  const { values } = parseArgs({
    args,
    options: {
      list: { type: "boolean", default: false },
      limit: { type: "string" },
      accept: { type: "string" },
      reject: { type: "string" },
      reason: { type: "string" },
    },
  });
  const { list, limit, accept, reject, reason } = values;
  const asked = [list, accept !== undefined, reject !== undefined].filter(Boolean).length;
  if (asked !== 1) throw new Error(`expected one of --list, --accept and --reject, found ${asked || "none"}`);
  if (list) {
    if (reason !== undefined)
      throw new Error("--reason: expected it beside --accept or --reject, found --list");
    return { kind: "list", limit: limit === undefined ? DEFAULT_LIMIT : readLimit(limit) };
  }
  if (limit !== undefined) throw new Error("--limit: expected it beside --list only");
  const runId = accept ?? reject ?? "";
  if (runId === "") throw new Error(`--${accept === undefined ? "reject" : "accept"}: expected a run_id`);
  if (accept === undefined && reason === undefined)
    throw new Error("--reason: expected why the run is rejected, for everybody to read; found nothing");
  const decision = accept === undefined ? "rejected" : "accepted";
  return { kind: "decide", runId, decision, reason: reason === undefined ? null : readReason(reason) };
}

function readLimit(text: string): number {
  const limit = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (limit < 1 || limit > MAX_LIMIT)
    throw new Error(`--limit: expected a whole number from 1 to ${MAX_LIMIT}, found ${text}`);
  return limit;
}

function readReason(text: string): string {
  const read = plainName(MAX_REASON_CHARACTERS).safeParse(text);
  if (read.success) return read.data;
  throw new Error(
    `--reason: expected 1 to ${MAX_REASON_CHARACTERS} characters that people see, found ${text.length}`,
  );
}
