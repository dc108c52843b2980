import type { Collection, Db } from "mongodb";
import type { Clock } from "../../infra/clock.ts";
import { isDuplicateKey } from "../../infra/mongo.ts";
import type { Submission } from "../model/submission.ts";

/** How many submissions one step adds to a sum. A sum is told only where at most this many are still to be added. */
const STEP_SUBMISSIONS = 500;
/** How many submissions one query asks for by their ids. */
const IDS_AT_A_TIME = 1000;

/** The sums of what accounts are charged. */
export type ChargeSums = ReturnType<typeof createChargeSums>;

/**
 * Creates the access to the sums, one for each account and month. With them, nobody has to read all submissions of an account to
 * know what it is charged.
 *
 * A submission says in `summed` how many of its units the sum has, and has `is_summed` while these are the units that it charges. A
 * new submission has neither, and a refund takes `is_summed` away. A step brings some submissions into the sum. No write spans two
 * documents, so a step is three writes, each of which may be repeated at any time, by any process:
 * 1. The step is written into the document of the sum, by compare-and-set on its version: which submissions it takes from which
 *    number of summed units to which.
 * 2. Each submission is changed, where it still has the first of the two numbers. Units are only ever given back, so a submission
 *    never has a number again that it had before.
 * 3. The difference is added to the sum and the step is removed, by compare-and-set on the version.
 * So while there is no step, the sum is what the submissions have in `summed` together.
 */
export function createChargeSums(db: Db, clock: Clock) {
  const submissions = submissionsOf(db);
  const sums = sumsOf(db);
  const finishStep = createFinishStep(db);

  /** Takes a step, or finishes one that was begun. Returns false where the sum has all submissions. */
  async function takeStep(accountId: string, period: string): Promise<boolean> {
    const sum = await findOrCreate(sums, accountId, period);
    if (sum.step) {
      await finishStep(sum, sum.step);
      return true;
    }
    const unsummed = await findUnsummed(submissions, { accountId, period, limit: STEP_SUBMISSIONS });
    if (unsummed.length === 0) return false;
    const step = stepOf(unsummed);
    const version = sum.version + 1;
    const { matchedCount } = await sums.updateOne(
      { _id: sum._id, version: sum.version },
      { $set: { step, version, changed_at: clock() } },
    );
    if (matchedCount === 1) await finishStep({ ...sum, version }, step);
    return true;
  }

  return {
    takeStep,

    /**
     * Returns the units that an account is charged in a period, not counting the submissions in `without`; null where too many
     * submissions are still to be added, so that steps must be taken first.
     */
    unitsOf: createUnitsOf(db),

    /** Returns an account and a month whose sum lacks a submission; null where there is none. */
    findBehind: (): Promise<Pick<Submission, "account_id" | "period"> | null> =>
      submissions.findOne({ is_summed: null } as object, { projection: { account_id: 1, period: 1 } }),

    /** Returns the accounts and months whose sums have changed since a moment. */
    findChangedSince: (moment: Date): AsyncIterable<{ account_id: string; period: string }> =>
      sums.find({ changed_at: { $gte: moment } }, { projection: { account_id: 1, period: 1 } }),

    /** Returns the accounts that have a sum in a period. */
    findOfPeriod: (period: string): AsyncIterable<{ account_id: string }> =>
      sums.find({ period }, { projection: { account_id: 1 } }),

    /** Removes the sums of an account, because the account is deleted. */
    removeAllOf: async (accountId: string): Promise<void> => {
      await sums.deleteMany({ account_id: accountId });
    },
  };
}

/** Creates the collection's indexes. May run any number of times. */
export async function setUpChargeSums(db: Db): Promise<void> {
  await sumsOf(db).createIndexes([{ key: { changed_at: 1 } }, { key: { account_id: 1 } }]);
}

const submissionsOf = (db: Db): Collection<Submission> => db.collection("submissions");
const sumsOf = (db: Db): Collection<ChargeSum> => db.collection("charge_sums");

const idOf = (accountId: string, period: string) => `${accountId}:${period}`;

/** What the submissions of an account in a month charge together. */
interface ChargeSum {
  /** `<account_id>:<period>` */
  _id: string;
  account_id: string;
  period: string;
  units: number;
  /** Raised by each beginning and each end of a step. */
  version: number;
  /** The step that is under way. */
  step?: StepPart[];
  /** When the last step began. */
  changed_at: Date;
}

/** The submissions that a step takes from one number of summed units to another. Null: they are not in the sum yet. */
interface StepPart {
  before: number | null;
  after: number;
  ids: string[];
}

type UnsummedSubmission = Pick<Submission, "_id" | "charged" | "summed">;

const unsummedUnitsOf = ({ charged, summed = 0 }: UnsummedSubmission) => charged - summed;

function stepOf(unsummed: readonly UnsummedSubmission[]): StepPart[] {
  const parts = new Map<string, StepPart>();
  for (const { _id, charged: after, summed: before = null } of unsummed) {
    const name = `${before}:${after}`;
    const part = parts.get(name) ?? { before, after, ids: [] };
    part.ids.push(_id);
    parts.set(name, part);
  }
  return [...parts.values()];
}

/** Returns the function that tells what a sum and the submissions that it lacks make together. */
function createUnitsOf(db: Db) {
  const submissions = submissionsOf(db);
  const sums = sumsOf(db);
  const finishStep = createFinishStep(db);
  return async (accountId: string, period: string, without: readonly string[]): Promise<number | null> => {
    const _id = idOf(accountId, period);
    for (;;) {
      const sum = await sums.findOne({ _id });
      if (sum?.step) {
        await finishStep(sum, sum.step);
        continue;
      }
      const unsummed = await findUnsummed(submissions, { accountId, period, limit: STEP_SUBMISSIONS + 1 });
      if (unsummed.length > STEP_SUBMISSIONS) return null;
      const leftOut = await summedUnitsOf(submissions, without);
      const after = await sums.findOne({ _id }, { projection: { version: 1 } });
      // A step that has begun meanwhile has moved units from the submissions into the sum.
      if (after?.version !== sum?.version) continue;
      const isLeftOut = new Set(without);
      const added = unsummed.filter((one) => !isLeftOut.has(one._id));
      return added.reduce((units, one) => units + unsummedUnitsOf(one), (sum?.units ?? 0) - leftOut);
    }
  };
}

function findUnsummed(
  submissions: Collection<Submission>,
  { accountId: account_id, period, limit }: { accountId: string; period: string; limit: number },
): Promise<UnsummedSubmission[]> {
  return submissions
    .find({ is_summed: null, account_id, period } as object)
    .project<UnsummedSubmission>({ charged: 1, summed: 1 })
    .limit(limit)
    .toArray();
}

/** Returns the function that does the second and the third write of a step. */
function createFinishStep(db: Db) {
  const submissions = submissionsOf(db);
  return async ({ _id, version }: Pick<ChargeSum, "_id" | "version">, step: readonly StepPart[]) => {
    for (const { before, after, ids } of step) {
      // Null finds the submissions that have no `summed` yet.
      const found = { _id: { $in: ids }, summed: before } as object;
      const { matchedCount } = await submissions.updateMany(
        { ...found, charged: after },
        { $set: { summed: after, is_summed: true } },
      );
      // What was refunded since the step began is still to be summed up: the next step takes it to what it charges now.
      if (matchedCount < ids.length) await submissions.updateMany(found, { $set: { summed: after } });
    }
    const units = step.reduce((sum, { before, after, ids }) => sum + (after - (before ?? 0)) * ids.length, 0);
    await sumsOf(db).updateOne({ _id, version }, { $inc: { units, version: 1 }, $unset: { step: "" } });
  };
}

async function summedUnitsOf(submissions: Collection<Submission>, ids: readonly string[]): Promise<number> {
  let units = 0;
  for (let from = 0; from < ids.length; from += IDS_AT_A_TIME) {
    const found = await submissions
      .find({ _id: { $in: ids.slice(from, from + IDS_AT_A_TIME) } })
      .project<Pick<Submission, "summed">>({ summed: 1 })
      .toArray();
    units += found.reduce((sum, { summed = 0 }) => sum + summed, 0);
  }
  return units;
}

async function findOrCreate(
  sums: Collection<ChargeSum>,
  accountId: string,
  period: string,
): Promise<ChargeSum> {
  const _id = idOf(accountId, period);
  const found = await sums.findOne({ _id });
  if (found) return found;
  const created = { _id, account_id: accountId, period, units: 0, version: 0, changed_at: new Date(0) };
  try {
    await sums.insertOne(created);
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
  return created;
}
