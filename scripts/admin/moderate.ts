import { MAX_REASON_CHARACTERS } from "../../src/benchmarks/index.ts";
import type { Services } from "../../src/compose/services.ts";
import { isBuildId } from "../../src/validation/build-id.ts";
import { plainName } from "../../src/validation/names.ts";
import { flag, option, type Options, type Values } from "../script-arguments.ts";
import { adminCommand } from "./command.ts";

const reasonText = plainName(MAX_REASON_CHARACTERS);

const options = {
  account: option(
    "<account_id>",
    "the account: suspend it, lift the suspension, delete its builds, reset its name",
    {
      read: someText,
    },
  ),
  suspend: flag(
    "refuses sessions, tokens and sign-ins of the account from the next request on; needs --reason",
  ),
  lift: flag("lifts the suspension; a deleted account may be named by the pseudonym that `audit` shows"),
  "delete-builds": flag(
    "deletes all builds of the account with their runs and files; nothing brings them back",
  ),
  "reset-name": flag("replaces the public name of the account by a made-up one"),
  build: option("<build_id>", "the build to hide with all its runs, or to restore", { read: buildId }),
  run: option("<run_id>", "the run to hide or to restore", { read: someText }),
  hide: flag("hides the build or run from everybody but its owner and admins; needs --reason"),
  restore: flag("shows and ranks the build or run again"),
  reason: option("<text>", `why, for the person concerned: 1 to ${MAX_REASON_CHARACTERS} characters`),
} as const satisfies Options;

type Given = Values<typeof options>;

const subjects = ["account", "build", "run"] as const;
const actsOfAccount = ["suspend", "lift", "delete-builds", "reset-name"] as const;
const actsOfResult = ["hide", "restore"] as const;
const actsWithReason: ReadonlySet<string> = new Set(["suspend", "hide"]);

/**
 * The text that the command appends to its output if it could not update the rankings. A sweep of the workers, which
 * runs every SWEEP_INTERVAL_MS (10 s), then updates the rankings.
 */
const LATER = "; the rankings are updated within a minute";

/** The command with which the operator stops an abusive account, and hides builds and runs. */
export const moderate = adminCommand({
  name: "moderate",
  about: `Suspends an account, deletes its builds or resets its name; hides a build or a run.
Effective from the next request on, in every process. docs/access.md says what remains open to the owner.`,
  options,
  example: '--account 9f86d081884c7d65 --suspend --reason "Sells keys in the names of builds"',
  faultsOf,
  hasOwnEvents: true,
  run: async (given, services) => {
    const reason = given.reason === undefined ? "" : reasonText.parse(given.reason);
    if (given.account !== undefined)
      console.log(await moderateAccount(services, given.account, given, reason));
    else if (given.build !== undefined)
      console.log(await moderateBuild(services, given.build, given, reason));
    else if (given.run !== undefined) console.log(await moderateRun(services, given.run, given, reason));
  },
});

async function moderateAccount(
  { moderation, accounts, builds }: Services,
  account: string,
  given: Given,
  reason: string,
): Promise<string> {
  const unknown = new Error(`--account: no account has the id ${account}`);
  if (given.suspend) {
    const suspended = await moderation.suspend(account, reason);
    if (!suspended) throw unknown;
    return `${suspended.name} (${account}) is suspended`;
  }
  if (given.lift) {
    if (await moderation.lift(account)) return `${account} is not suspended any more`;
    throw new Error(`--account: no suspended account has the id ${account}`);
  }
  if (given["reset-name"]) {
    const renamed = await moderation.resetName(account);
    if (!renamed) throw unknown;
    return `${account} is now called ${renamed.name}`;
  }
  if ((await accounts.personOf(account)) === null) throw unknown;
  return `deleted ${await builds.deleteAllOf(account)} builds of ${account}`;
}

async function moderateBuild(
  { builds }: Services,
  buildId: number,
  { hide }: Given,
  reason: string,
): Promise<string> {
  const done = hide ? await builds.hide(buildId, reason) : await builds.restore(buildId);
  if (!done) throw new Error(`--build: there is no build ${buildId}`);
  const { before, isRanked } = done;
  const of = `build ${buildId} (${before.name})`;
  if (hide) return `${of} is hidden, with all its runs${isRanked ? "" : LATER}`;
  return `${of} ${before.hidden ? "is shown again" : "was not hidden"}${isRanked ? "; its runs are ranked again" : LATER}`;
}

async function moderateRun(
  { reviews }: Services,
  runId: string,
  { hide }: Given,
  reason: string,
): Promise<string> {
  const { before, isRanked } = hide ? await reviews.hide(runId, reason) : await reviews.restore(runId);
  const of = `run ${runId} of build ${before.build_id}`;
  const what = before.review?.decision === "hidden" ? "is shown again" : "was not hidden";
  return `${of} ${hide ? "is hidden" : what}${isRanked ? "" : LATER}`;
}

function faultsOf(given: Partial<Given>): string[] {
  const { reason } = given;
  // If a given id is invalid, report no further faults: `given` lacks the id, and its fault is reported already.
  if (subjects.some((name) => !(name in given))) return [];
  const named = subjects.filter((name) => given[name] !== undefined);
  const [subject] = named;
  if (!subject || named.length > 1)
    return [`expected one of ${optionsText(subjects)}, found ${optionsText(named) || "none"}`];
  const acts = [...actsOfAccount, ...actsOfResult].filter((name) => given[name]);
  const [act] = acts;
  const possible: readonly string[] = subject === "account" ? actsOfAccount : actsOfResult;
  if (!act || acts.length > 1 || !possible.includes(act))
    return [
      `--${subject}: expected one of ${optionsText(possible)} with this option, found ${optionsText(acts) || "none"}`,
    ];
  if (!actsWithReason.has(act))
    return reason === undefined ? [] : [`--reason: expected no reason with --${act}, found one`];
  if (reason === undefined)
    return [`--reason: expected why, for the person concerned to read; found nothing`];
  if (reasonText.safeParse(reason).success) return [];
  return [
    `--reason: expected 1 to ${MAX_REASON_CHARACTERS} characters that people see, found ${reason.length}`,
  ];
}

const optionsText = (names: readonly string[]): string => names.map((name) => `--${name}`).join(", ");

function someText(text: string): string {
  if (text === "") throw new Error("expected an id, found nothing");
  return text;
}

function buildId(text: string): number {
  if (!isBuildId(text)) throw new Error(`expected a build_id, found ${text || "nothing"}`);
  return Number(text);
}
