import { MAX_REASON_CHARACTERS, unrankedOf } from "../../src/benchmarks/index.ts";
import type { Services } from "../../src/compose/services.ts";
import { plainName } from "../../src/validation/names.ts";
import { flag, option, wholeNumber, type Options, type Values } from "../script-arguments.ts";
import { adminCommand } from "./command.ts";

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 1000;
const reasonText = plainName(MAX_REASON_CHARACTERS);

const options = {
  list: flag("lists implausible runs and outliers without a decision, the latest first"),
  limit: option("<n>", `the maximum number of listed runs: 1 to ${MAX_LIMIT}; default: ${DEFAULT_LIMIT}`, {
    read: wholeNumber(1, MAX_LIMIT),
  }),
  accept: option("<run_id>", "lets the run be ranked, whatever the automatic checks say"),
  reject: option("<run_id>", "marks the run as unranked, for the given reason"),
  reason: option("<text>", `the public reason of the decision: 1 to ${MAX_REASON_CHARACTERS} characters`),
} as const satisfies Options;

/** The command that lists runs with implausible results and outliers, and stores a person's decision about a run. */
export const review = adminCommand({
  name: "review",
  about: `Lists doubted runs, or accepts or rejects a complete run, also a typed-in score.
A later decision replaces an earlier one. docs/result-files.md says what a decision means.`,
  options,
  example: '--reject 9f86d081884c7d65 --reason "measured on another build"',
  hasOwnEvents: true,
  faultsOf,
  run: async ({ list, limit, accept, reject, reason: text }, services) => {
    const reason = text === undefined ? null : reasonText.parse(text);
    if (list) await listUndecided(services, limit ?? DEFAULT_LIMIT);
    else if (accept !== undefined) await decide(services, accept, { decision: "accepted", reason });
    else if (reject !== undefined) await decide(services, reject, { decision: "rejected", reason });
  },
});

type Reviews = Services["reviews"];

async function decide(
  { reviews }: Services,
  id: string,
  verdict: Parameters<Reviews["decide"]>[1],
): Promise<void> {
  const before = await reviews.decide(id, verdict);
  const earlier = before.review ? ` The run was ${before.review.decision} before.` : "";
  console.log(`run ${id} of build ${before.build_id} is ${verdict.decision}.${earlier}`);
}

async function listUndecided({ reviews }: Services, limit: number): Promise<void> {
  const found = await reviews.findUndecided(limit);
  for (const run of found) {
    const { _id, build_id, benchmark_id, variant, score } = run;
    const of = variant === null ? `benchmark ${benchmark_id}` : `benchmark ${benchmark_id}, ${variant}`;
    console.log(`${_id} build ${build_id}, ${of}, score ${score}: ${unrankedOf(run)?.detail}`);
  }
  const more = found.length === limit ? "; there may be more runs, see --limit" : "";
  console.log(`doubted runs that nobody has accepted or rejected: ${found.length}${more}`);
}

function faultsOf({
  list = false,
  limit,
  accept,
  reject,
  reason,
}: Partial<Values<typeof options>>): string[] {
  const asked = [list, accept !== undefined, reject !== undefined].filter(Boolean).length;
  if (asked !== 1) return [`expected one of --list, --accept and --reject, found ${asked || "none"}`];
  if (list && reason !== undefined)
    return ["--reason: expected --accept or --reject with this option, found --list"];
  if (!list && limit !== undefined) return ["--limit: expected --list with this option"];
  if (accept === "" || reject === "")
    return [`--${accept === "" ? "accept" : "reject"}: expected a run_id, found nothing`];
  if (reject !== undefined && reason === undefined)
    return ["--reason: expected why the run is rejected, for everybody to read; found nothing"];
  if (reason === undefined || reasonText.safeParse(reason).success) return [];
  return [
    `--reason: expected 1 to ${MAX_REASON_CHARACTERS} characters that people see, found ${reason.length}`,
  ];
}
