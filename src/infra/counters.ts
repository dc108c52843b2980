import type { Db, UpdateFilter } from "mongodb";
import { isDuplicateKey } from "./mongo.ts";

interface CounterDocument {
  _id: string;
  value: number;
}

/** The next number of a sequence, from 1 upwards. No number is given out twice; one may be left out. */
export async function nextId(db: Db, name: string): Promise<number> {
  return nextIds(db, name, 1);
}

/** Takes several numbers at once. Answers the first; the others follow it. */
export async function nextIds(db: Db, name: string, count: number): Promise<number> {
  const counter = await change(db, name, { $inc: { value: count } });
  if (!counter) throw new Error(`The counter ${name} gave no number`);
  return counter.value - count + 1;
}

/** Lets a sequence go on above a number that came from elsewhere. */
export async function raiseCounter(db: Db, name: string, atLeast: number): Promise<void> {
  await change(db, name, { $max: { value: atLeast } });
}

async function change(
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
    // Two callers made the counter at the same time; now it is there.
    if (!isDuplicateKey(error)) throw error;
    return apply();
  }
}
