import type { Db } from "mongodb";
import { createCheckSums } from "./check-kept-sums.ts";
import type { Clock } from "./clock.ts";
import {
  collectionsOf,
  createFindUnsummed,
  createFinishStep,
  createSteps,
  idOf,
  namesIn,
  STEP_ENTRIES,
  type Entry,
  type EntryId,
  type SumName,
  type SumsDefinition,
} from "./kept-sum-steps.ts";
import { finishEach, oneByOne } from "./sweep.ts";
import { createSharedCalls } from "./shared-calls.ts";
import { removeAll } from "./remove-all.ts";
import { unsetInAll } from "./unset-in-all.ts";

/** How many entries one query asks for by their ids. */
const IDS_AT_A_TIME = 1000;

/** How many sums are brought up to date at the same time. */
const SUMMED_AT_ONCE = 8;

/** How long a rebuild sums up at a time. */
const REBUILD_ROUND_MS = 60_000;

/** The kept sums of one kind. */
export type KeptSums<Key extends string> = ReturnType<typeof createKeptSums<Key>>;

/**
 * Creates the access to sums that are kept beside their entries. With them, nobody has to read all entries to know their sum.
 *
 * An entry says in `summed` how much of it the sum has, and has `is_summed` while that is all of it. A new entry has neither; who
 * lowers its amount takes `is_summed` away in the same write. A step brings some entries into the sum. No write spans two
 * documents, so a step is three writes, each of which may be repeated at any time, by any process:
 * 1. The step is written into the document of the sum, by compare-and-set on its version: which entries it takes from which summed
 *    amount to which.
 * 2. Each entry is changed, where it still has the first of the two. Amounts only fall, so an entry never has one again that it
 *    had before.
 * 3. The difference is added to the sum and the step is removed, by compare-and-set on the version.
 * So while there is no step, the sum is what the entries have in `summed` together. An entry may be removed once its amount is 0
 * and it has `is_summed`: no step has it then.
 */
export function createKeptSums<Key extends string>(db: Db, clock: Clock, definition: SumsDefinition<Key>) {
  const { sums } = collectionsOf(db, definition);
  const steps = createSteps(db, clock, definition);
  const tryTotalOf = createTryTotalOf(db, definition);
  const sumUpAll = createSumUpAll(steps);
  const shared = createSharedCalls<void>();
  const [firstKey] = definition.by;

  /** Adds all entries to a sum. Whoever waits for the same sum meanwhile shares the work. */
  const sumUp = (name: SumName<Key>): Promise<void> =>
    shared(idOf(definition, name), async () => {
      while (await steps.take(name));
    });

  return {
    /**
     * Returns the sum of all entries but those in `without`. Takes long where many entries are not summed up yet; the work goes on
     * where its caller does not wait for it.
     */
    totalOf: async (name: SumName<Key>, without: readonly EntryId[] = []): Promise<number> => {
      for (;;) {
        const total = await tryTotalOf(name, without);
        if (total !== null) return total;
        await sumUp(name);
      }
    },

    /** Takes a step, or finishes one that was begun. Returns false where the sum has all entries. */
    takeStep: steps.take,

    /**
     * Brings all sums up to date, or as far as it comes in a time: a step for each sum in turn, and at least one for each value of
     * the first field, so that none waits for those with more entries. Returns how many steps it took.
     * @throws AggregateError of all errors: a sum whose step fails holds up no other
     */
    sumUpAll,

    ...createNames(db, definition),

    /**
     * Makes all sums anew from their entries. Only while nothing else uses them: sums are too low meanwhile. May be cut off and
     * begun again.
     */
    rebuildAll: createRebuildAll(db, definition, sumUpAll),

    /** Compares all sums with their entries, and corrects those that are wrong: see check-kept-sums.ts. */
    checkAll: createCheckSums(db, clock, definition),

    /** Removes all sums whose first field has this value. Their entries must be gone. */
    removeAllOf: async (value: string): Promise<void> => {
      await sums.deleteMany({ [firstKey]: value });
    },
  };
}

/** The methods that tell which sums there are. */
function createNames<Key extends string>(db: Db, definition: SumsDefinition<Key>) {
  const { sums } = collectionsOf(db, definition);
  return {
    /** Returns the names of the sums whose documents match a filter. */
    find: (filter: object): AsyncIterable<SumName<Key>> =>
      sums.find(filter).project<SumName<Key>>(namesIn(definition)),

    /** Whether a sum is stored. */
    has: async (name: SumName<Key>): Promise<boolean> =>
      (await sums.findOne({ _id: idOf(definition, name) }, { projection: { _id: 1 } })) !== null,
  };
}

/** Returns the function behind `sumUpAll`. */
function createSumUpAll<Key extends string>(steps: ReturnType<typeof createSteps<Key>>) {
  return async (limitMs: number): Promise<number> => {
    const end = performance.now() + limitMs;
    for (let all = 0; ;) {
      const taken = await finishEach(oneByOne(steps.findBehind), (name) => steps.take(name), {
        atOnce: SUMMED_AT_ONCE,
      });
      all += taken;
      if (taken === 0 || performance.now() > end) return all;
    }
  };
}

/** Returns the function behind `rebuildAll`. */
function createRebuildAll<Key extends string>(
  db: Db,
  definition: SumsDefinition<Key>,
  sumUpAll: (limitMs: number) => Promise<number>,
) {
  return async (): Promise<void> => {
    await unsetInAll(db, definition.entries, ["summed", "is_summed"]);
    await removeAll(db, definition.sums);
    while ((await sumUpAll(REBUILD_ROUND_MS)) > 0);
  };
}

/** Creates the indexes that the sums need. May run any number of times. */
export async function setUpKeptSums<Key extends string>(
  db: Db,
  definition: SumsDefinition<Key>,
): Promise<void> {
  const { entries, sums } = collectionsOf(db, definition);
  const [firstKey] = definition.by;
  await entries.createIndex({ is_summed: 1, ...Object.fromEntries(definition.by.map((key) => [key, 1])) });
  await sums.createIndex({ [firstKey]: 1 });
}

/** Returns the function that tells what a sum and the entries that it lacks make together; null where these are too many. */
function createTryTotalOf<Key extends string>(db: Db, definition: SumsDefinition<Key>) {
  const { sums } = collectionsOf(db, definition);
  const findUnsummed = createFindUnsummed(db, definition);
  const finishStep = createFinishStep(db, definition);
  const summedAmountOf = createSummedAmountOf(db, definition);
  return async (name: SumName<Key>, without: readonly EntryId[]): Promise<number | null> => {
    const _id = idOf(definition, name);
    for (;;) {
      const sum = await sums.findOne({ _id });
      if (sum?.step) {
        await finishStep(sum, sum.step);
        continue;
      }
      const unsummed = await findUnsummed(name, STEP_ENTRIES + 1);
      if (unsummed.length > STEP_ENTRIES) return null;
      const leftOut = await summedAmountOf(without);
      const after = await sums.findOne({ _id }, { projection: { version: 1 } });
      // A step that has begun meanwhile has moved amounts from the entries into the sum.
      if (after?.version !== sum?.version) continue;
      const isLeftOut = new Set(without);
      return unsummed
        .filter((entry) => !isLeftOut.has(entry._id))
        .reduce((total, { amount, summed }) => total + amount - (summed ?? 0), (sum?.total ?? 0) - leftOut);
    }
  };
}

/** Returns the function that tells how much of some entries is in their sums. */
function createSummedAmountOf<Key extends string>(db: Db, definition: SumsDefinition<Key>) {
  const { entries } = collectionsOf(db, definition);
  return async (ids: readonly EntryId[]): Promise<number> => {
    let amount = 0;
    for (let from = 0; from < ids.length; from += IDS_AT_A_TIME) {
      const found = await entries
        .find({ _id: { $in: ids.slice(from, from + IDS_AT_A_TIME) } })
        .project<Pick<Entry, "summed">>({ summed: 1 })
        .toArray();
      amount += found.reduce((sum, { summed = 0 }) => sum + summed, 0);
    }
    return amount;
  };
}
