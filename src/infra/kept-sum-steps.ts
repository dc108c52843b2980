import type { Db } from "mongodb";
import type { Clock } from "./clock.ts";
import { isDuplicateKey } from "./mongo.ts";

/** How many entries one step adds to a sum. A sum is told only where at most this many are still to be added. */
export const STEP_ENTRIES = 500;

/** What is summed up: a number in the documents of a collection, which are the entries of a sum. */
export interface SumsDefinition<Key extends string> {
  /** The collection of the entries. */
  entries: string;
  /** The collection of the sums. */
  sums: string;
  /** The field of an entry that is summed up: a whole number, which may fall and never rises. */
  amount: string;
  /** The fields of an entry that name its sum. They are text; an entry without the first one belongs to no sum. */
  by: readonly [Key, ...Key[]];
}

/** Names a sum, by the fields that its entries have in common. */
export type SumName<Key extends string> = Readonly<Record<Key, string>>;

/** The id of an entry. */
export type EntryId = string | number;

/** A document of a collection whose numbers are summed up, as far as the sums know it. */
export interface Entry {
  _id: EntryId;
  summed?: number;
  is_summed?: true;
}

/** A kept sum. It also has the fields that name it. */
export interface Sum {
  /** The fields that name it, joined by colons. */
  _id: string;
  total: number;
  /** Raised by each beginning and each end of a step. */
  version: number;
  /** The step that is under way. */
  step?: StepPart[];
  /** When the last step began. */
  changed_at: Date;
}

/** The entries that a step takes from one summed amount to another. Null: they are not in the sum yet. */
interface StepPart {
  before: number | null;
  after: number;
  ids: EntryId[];
}

/** An entry that its sum does not have yet, or not as it is now. */
export interface UnsummedEntry {
  _id: EntryId;
  amount: number;
  /** How much of it the sum has; null where the sum never had it. */
  summed: number | null;
}

/**
 * What a reader of a sum decides by it may outlast a MongoDB that fails over, as the counters in Redis do. So it is told only what
 * no failover takes back.
 */
const durable = { readConcern: { level: "majority" } } as const;

/** Returns the collections of entries and of sums. */
export const collectionsOf = <Key extends string>(db: Db, { entries, sums }: SumsDefinition<Key>) => ({
  entries: db.collection<Entry>(entries, durable),
  sums: db.collection<Sum>(sums, durable),
});

/** Returns the id of a sum. */
export const idOf = <Key extends string>({ by }: SumsDefinition<Key>, name: SumName<Key>): string =>
  by.map((key) => name[key]).join(":");

/** The projection of a document to the fields that name its sum. */
export const namesIn = <Key extends string>({ by }: SumsDefinition<Key>): Record<string, 0 | 1> => ({
  _id: 0,
  ...Object.fromEntries(by.map((key) => [key, 1])),
});

function partsOf(unsummed: readonly UnsummedEntry[]): StepPart[] {
  const parts = new Map<string, StepPart>();
  for (const { _id, amount: after, summed: before } of unsummed) {
    const part = parts.get(`${before}:${after}`) ?? { before, after, ids: [] };
    part.ids.push(_id);
    parts.set(`${before}:${after}`, part);
  }
  return [...parts.values()];
}

/** Returns the functions that begin and finish steps: see `createKeptSums`. */
export function createSteps<Key extends string>(db: Db, clock: Clock, definition: SumsDefinition<Key>) {
  const { entries, sums } = collectionsOf(db, definition);
  const findUnsummed = createFindUnsummed(db, definition);
  const finish = createFinishStep(db, definition);
  const [firstKey] = definition.by;

  /** Writes a step into a sum, which has this version or is not stored. Returns false where another was written meanwhile. */
  async function begin(name: SumName<Key>, version: number | null, step: StepPart[]): Promise<boolean> {
    const _id = idOf(definition, name);
    const begun = { step, version: (version ?? 0) + 1, changed_at: clock() };
    try {
      if (version !== null)
        return (await sums.updateOne({ _id, version }, { $set: begun })).matchedCount === 1;
      await sums.insertOne({ _id, ...name, total: 0, ...begun });
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  return {
    take: async (name: SumName<Key>): Promise<boolean> => {
      const _id = idOf(definition, name);
      const sum = await sums.findOne({ _id });
      if (sum?.step) {
        await finish(sum, sum.step);
        return true;
      }
      const unsummed = await findUnsummed(name, STEP_ENTRIES);
      if (unsummed.length === 0) return false;
      const step = partsOf(unsummed);
      const version = sum?.version ?? null;
      if (await begin(name, version, step)) await finish({ _id, version: (version ?? 0) + 1 }, step);
      return true;
    },

    /**
     * Returns the name of the next sum, in the order of the first field, that lacks an entry; null where there is none.
     * @param after the sum behind whose first field to look; null for the first sum
     */
    findBehind: async (after: SumName<Key> | null): Promise<SumName<Key> | null> => {
      const entry: Record<string, unknown> | null = await entries.findOne(
        { is_summed: null, [firstKey]: { $gt: after?.[firstKey] ?? "" } } as object,
        { sort: { [firstKey]: 1 }, projection: namesIn(definition) },
      );
      return entry as SumName<Key> | null;
    },
  };
}

/** Returns the function that finds entries which a sum does not have yet, or not as they are now. */
export function createFindUnsummed<Key extends string>(db: Db, definition: SumsDefinition<Key>) {
  const { entries } = collectionsOf(db, definition);
  const { amount } = definition;
  return async (name: SumName<Key>, limit: number): Promise<UnsummedEntry[]> => {
    const found = await entries
      .find({ is_summed: null, ...name } as object)
      .project<Pick<Entry, "_id" | "summed"> & Record<string, unknown>>({ [amount]: 1, summed: 1 })
      .limit(limit)
      .toArray();
    return found.map((entry) => ({
      _id: entry._id,
      amount: Number(entry[amount] ?? 0),
      summed: entry.summed ?? null,
    }));
  };
}

/** Returns the function that does the second and the third write of a step. */
export function createFinishStep<Key extends string>(db: Db, definition: SumsDefinition<Key>) {
  const { entries, sums } = collectionsOf(db, definition);
  return async ({ _id, version }: Pick<Sum, "_id" | "version">, step: readonly StepPart[]) => {
    for (const { before, after, ids } of step) {
      // Null finds the entries that have no `summed` yet.
      const found = { _id: { $in: ids }, summed: before } as object;
      const { matchedCount } = await entries.updateMany(
        { ...found, [definition.amount]: after === 0 ? { $in: [0, null] } : after },
        { $set: { summed: after, is_summed: true } },
      );
      // What has fallen since the step began is still to be summed up: the next step takes it to what it is now.
      if (matchedCount < ids.length) await entries.updateMany(found, { $set: { summed: after } });
    }
    const total = step.reduce((sum, { before, after, ids }) => sum + (after - (before ?? 0)) * ids.length, 0);
    await sums.updateOne({ _id, version }, { $inc: { total, version: 1 }, $unset: { step: "" } });
  };
}
