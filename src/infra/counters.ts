import type { Db, UpdateFilter } from "mongodb";
import { isDuplicateKey } from "./mongo.ts";

/**
 * Returns the next number of a sequence, which begins at 1. The sequence never returns a number twice, but may skip
 * numbers.
 */
export async function nextId(db: Db, name: string): Promise<number> {
  return nextIds(db, name, 1);
}

/** Takes several consecutive numbers of a sequence. Returns the first of these numbers. */
export async function nextIds(db: Db, name: string, count: number): Promise<number> {
  const counter = await updateCounter(db, name, { $inc: { value: count } });
  if (!counter) throw new Error(`expected the counter ${name} after its update, found none`);
  return counter.value - count + 1;
}

/** Makes a sequence continue above a number that other code has used already, for instance an import. */
export async function raiseCounter(db: Db, name: string, atLeast: number): Promise<void> {
  await updateCounter(db, name, { $max: { value: atLeast } });
}

interface CounterDocument {
  _id: string;
  value: number;
}

async function updateCounter(
  db: Db,
  name: string,
  update: UpdateFilter<CounterDocument>,
): Promise<CounterDocument | null> {
  const counters = db.collection<CounterDocument>("counters");
  const apply = () =>
    counters.findOneAndUpdate({ _id: name }, update, { upsert: true, returnDocument: "after" });
  try {
    return await apply();
  } catch (error) {
    // Another caller created the counter of the sequence at the same moment. The counter exists now, so the next
    // attempt updates it.
    if (!isDuplicateKey(error)) throw error;
    return apply();
  }
}
