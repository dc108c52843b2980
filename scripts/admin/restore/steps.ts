import { setTimeout as sleep } from "node:timers/promises";
import { productKinds } from "../../../src/products/index.ts";
import type { Services } from "../../../src/compose/services.ts";
import type { Sweep } from "../../../src/infra/sweep.ts";
import { withProgressBar, type ProgressBar } from "../../progress-bar.ts";

/** The maximum number of submissions or refunds that one call of a restore's step processes. */
const BATCH = 200;
/**
 * The maximum number of rounds in which a restore repeats a step, such as its sweeps. The workers do what is left after
 * the last round.
 */
const MAX_ROUNDS = 100;
const RETRY_MS = 500;
const HOUR_MS = 60 * 60_000;

/** The options of `npm run admin -- restore`. */
export interface RestoreOptions {
  isDryRun: boolean;
  isTorn: boolean;
  /** The ids of the accounts that were deleted after the backup was made: the restore deletes these accounts again. */
  deletedAccounts: readonly string[];
}

/**
 * A step of restoring the service after its data came back from a backup. Each step may run at any time, and any number
 * of times.
 */
export interface RestoreStep {
  name: string;
  /**
   * Does one step of restoring a backup, or with `isDryRun` only checks what the step would do. Returns in words what
   * the step has done or found.
   */
  run: (services: Services, options: RestoreOptions) => Promise<string>;
}

/**
 * The steps of a restore in their order: each relies on the data that earlier steps have restored. The first steps
 * delete accounts again that were deleted after the backup was made, finish submissions, and refund failed runs to the
 * accounts' run limits. The steps that take longest and are least urgent come last.
 */
export const steps: readonly RestoreStep[] = [
  { name: "deletions", run: deleteAgain },
  { name: "submissions", run: finishSubmissions },
  { name: "refunds", run: giveBack },
  { name: "standings", run: remakeStandings },
  { name: "counters", run: removeCounters },
  { name: "jobs", run: queueJobs },
  { name: "ranks", run: fillRanks },
  { name: "sweeps", run: sweep },
  ...productKinds.map((kind) => ({
    name: `index ${kind.name}`,
    run: (services: Services, { isDryRun }: RestoreOptions) => rebuildIndex(services, kind, isDryRun),
  })),
];

async function deleteAgain(
  { accounts, accountDeletion }: Services,
  { isDryRun, deletedAccounts }: RestoreOptions,
): Promise<string> {
  let found = 0;
  for (const id of deletedAccounts) {
    if ((await accounts.personOf(id)) === null) continue;
    found += 1;
    if (!isDryRun) await accountDeletion.delete(id, null);
  }
  return `${found} of ${deletedAccounts.length} named accounts ${isDryRun ? "would be deleted" : "deleted"} again`;
}

async function finishSubmissions(
  { submissions, ledger, clock }: Services,
  { isDryRun }: RestoreOptions,
): Promise<string> {
  if (isDryRun) return `${await ledger.countPending()} unfinished submissions`;
  const before = clock();
  const finished = await untilNothing(() => submissions.finishPending(before, BATCH));
  return `finished ${finished} unfinished submissions`;
}

async function giveBack({ runs, runsRepository }: Services, { isDryRun }: RestoreOptions): Promise<string> {
  if (isDryRun) return `${await runsRepository.countRefundsDue()} refunds due`;
  return `${await untilNothing(() => runs.refundDue(BATCH))} units refunded`;
}

async function remakeStandings({ standings }: Services, { isTorn }: RestoreOptions): Promise<string> {
  if (isTorn) {
    const { runs, entries } = await standings.rebuildAll(() => undefined);
    return `rebuilt from ${runs} runs and ${entries} entries`;
  }
  return "unchanged; --torn-copy rebuilds them";
}

async function removeCounters({ usage }: Services, { isDryRun }: RestoreOptions): Promise<string> {
  if (isDryRun) return "would remove all run counters; the next request of an account rebuilds its counter";
  await usage.removeCounters();
  return "removed all run counters; the next request of an account rebuilds its counter";
}

async function queueJobs({ runs }: Services, { isDryRun }: RestoreOptions): Promise<string> {
  const { unfinished, lost } = await runs.requeueAll({ isDryRun });
  return `${unfinished} files are still to be read: ${lost} ${isDryRun ? "have" : "had"} lost their jobs`;
}

async function fillRanks({ ranks, entries }: Services, { isDryRun }: RestoreOptions): Promise<string> {
  const count = await entries.countRoughly();
  if (isDryRun)
    return (await ranks.areReady()) ? `complete, of ${count} entries` : `lost, of ${count} entries`;
  // A worker that has detected the loss of the ranks in Redis may be filling Redis at this moment, from best runs of
  // builds that it read earlier. Fill the ranks again after the worker has done so.
  let isFilled = false;
  for (let round = 0; round < MAX_ROUNDS && !isFilled; round += 1) {
    if (round > 0) await sleep(RETRY_MS);
    isFilled = await ranks.refill({ isForced: true });
  }
  if (!isFilled) throw new Error("other processes keep filling the ranks in Redis: run the command again");
  return `filled from ${count} entries`;
}

/** Runs all sweeps until none finds anything, so that nobody has to wait for the timers of the workers. */
async function sweep({ sweeps }: Services, { isDryRun }: RestoreOptions): Promise<string> {
  if (isDryRun) return "not run in a dry run";
  const counts = new Map<string, number>();
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    let found = 0;
    for (const { name, run, intervalMs = 0 } of sweeps as readonly Sweep[]) {
      // A sweep with an interval of an hour or more checks all documents in one call, so the restore calls such a sweep
      // only once.
      if (round > 0 && intervalMs >= HOUR_MS) continue;
      const count = await run();
      found += count;
      if (count > 0) counts.set(name, (counts.get(name) ?? 0) + count);
    }
    if (found === 0) break;
  }
  if (counts.size === 0) return "found nothing unfinished";
  return `finished ${[...counts].map(([name, count]) => `${count} of "${name}"`).join(", ")}`;
}

async function rebuildIndex(
  { productSync }: Services,
  kind: (typeof productKinds)[number],
  isDryRun: boolean,
): Promise<string> {
  const { products, documents } = await productSync.compare(kind);
  if (isDryRun) return `${products} products, ${documents ?? "no index, so no"} documents`;
  const rebuild = ({ show: onProgress }: ProgressBar) => productSync.rebuild(kind, { onProgress });
  await withProgressBar(() => kind.name, rebuild);
  return `built from ${products} products, and in use`;
}

/** Calls `work` again until a call processes no item. Returns the number of items that all calls have processed. */
async function untilNothing(work: () => Promise<number>): Promise<number> {
  let all = 0;
  for (let count = await work(); count > 0; count = await work()) all += count;
  return all;
}
