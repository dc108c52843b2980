import type { Db } from "mongodb";
import type { Clock } from "./clock.ts";
import {
  collectionsOf,
  createFinishStep,
  idOf,
  namesIn,
  type SumName,
  type SumsDefinition,
} from "./kept-sum-steps.ts";
import { isDuplicateKey } from "./mongo.ts";

/** How often the check of one sum begins anew where steps come in between. */
const MAX_ROUNDS = 20;

/** How many sums were compared with their entries, and how many had another total. */
export interface SumsCheck {
  checked: number;
  wrong: number;
}

/**
 * Creates the function that compares every sum with what its entries say that it has, and corrects those that differ. Sums that
 * follow their entries are never wrong; those of a database that was copied while it changed, one collection after the other, may be.
 * The service may go on meanwhile: a total is read and replaced at one version of its sum, and only steps change both.
 */
export function createCheckSums<Key extends string>(db: Db, clock: Clock, definition: SumsDefinition<Key>) {
  const { sums } = collectionsOf(db, definition);
  const check = createCheck(db, clock, definition);
  /** @param isDryRun true where nothing is to be corrected */
  return async ({ isDryRun }: { isDryRun: boolean }): Promise<SumsCheck> => {
    const counts: SumsCheck = { checked: 0, wrong: 0 };
    const checkOne = async (name: SumName<Key>) => {
      counts.checked += 1;
      if (await check(name, isDryRun)) counts.wrong += 1;
    };
    for await (const name of namesOfEntries(db, definition)) await checkOne(name);
    const hasEntries = createHasEntries(db, definition);
    for await (const name of sums.find().project<SumName<Key>>(namesIn(definition)))
      if (!(await hasEntries(name))) await checkOne(name);
    return counts;
  };
}

const isSummed = { is_summed: true } as const;

function createHasEntries<Key extends string>(db: Db, definition: SumsDefinition<Key>) {
  const { entries } = collectionsOf(db, definition);
  return async (name: SumName<Key>): Promise<boolean> =>
    (await entries.findOne({ ...isSummed, ...name } as object, { projection: { _id: 1 } })) !== null;
}

/** Yields the name of each sum that has an entry. An index gives one after the other, however many entries each of them has. */
async function* namesOfEntries<Key extends string>(
  db: Db,
  definition: SumsDefinition<Key>,
): AsyncGenerator<SumName<Key>> {
  const { entries } = collectionsOf(db, definition);
  const { by } = definition;
  const order = Object.fromEntries(by.map((key) => [key, 1 as const]));
  const findFirst = (filter: object) =>
    entries.findOne<SumName<Key>>({ ...isSummed, ...filter } as object, {
      sort: order,
      projection: namesIn(definition),
    });
  /** Finds the next name: with the same first fields and a greater last one, then with ever fewer fields the same. */
  const findNext = async (name: SumName<Key>): Promise<SumName<Key> | null> => {
    for (let same = by.length - 1; same >= 0; same -= 1) {
      const [last = by[0]] = by.slice(same);
      const equal = Object.fromEntries(by.slice(0, same).map((key) => [key, name[key]]));
      const found = await findFirst({ ...equal, [last]: { $gt: name[last] } });
      if (found) return found;
    }
    return null;
  };
  const first = await findFirst({ [by[0]]: { $gt: "" } });
  for (let name = first; name !== null; name = await findNext(name)) yield name;
}

/** Returns the function that checks one sum, and says whether it was wrong. */
function createCheck<Key extends string>(db: Db, clock: Clock, definition: SumsDefinition<Key>) {
  const { entries, sums } = collectionsOf(db, definition);
  const finishStep = createFinishStep(db, definition);

  async function summedIn(name: SumName<Key>): Promise<number> {
    let total = 0;
    const found = entries.find({ ...name, summed: { $exists: true } } as object);
    for await (const { summed = 0 } of found.project<{ summed?: number }>({ _id: 0, summed: 1 }))
      total += summed;
    return total;
  }

  /** Stores a total, unless a step has begun since. Returns whether it was stored. */
  async function correct(name: SumName<Key>, version: number | null, total: number): Promise<boolean> {
    const _id = idOf(definition, name);
    if (version !== null) {
      const unchanged = { _id, version, step: { $exists: false } };
      return (await sums.updateOne(unchanged, { $set: { total }, $inc: { version: 1 } })).matchedCount === 1;
    }
    try {
      await sums.insertOne({ _id, ...name, total, version: 1, changed_at: clock() });
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  return async (name: SumName<Key>, isDryRun: boolean): Promise<boolean> => {
    const _id = idOf(definition, name);
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const sum = await sums.findOne({ _id });
      if (sum?.step) {
        await finishStep(sum, sum.step);
        continue;
      }
      const total = await summedIn(name);
      const after = await sums.findOne({ _id }, { projection: { version: 1 } });
      if (after?.version !== sum?.version) continue;
      if (total === (sum?.total ?? 0)) return false;
      if (isDryRun || (await correct(name, sum?.version ?? null, total))) return true;
    }
    throw new Error(`the sum ${definition.sums} ${_id} changed in each of ${MAX_ROUNDS} rounds: try again`);
  };
}
