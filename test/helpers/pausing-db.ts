import type { Collection, Db } from "mongodb";

const writes: ReadonlySet<string | symbol> = new Set([
  "insertOne",
  "insertMany",
  "updateOne",
  "updateMany",
  "bulkWrite",
  "findOneAndUpdate",
  "deleteMany",
]);

/**
 * Returns a view of a database whose writes wait: before each write, the view calls `reached` with the number of the
 * write, from 1 on, and awaits the result.
 */
export function dbThatPauses(db: Db, reached: (write: number) => Promise<void>): Db {
  let count = 0;
  const pausing = (collection: Collection) =>
    new Proxy(collection, {
      get: (target, property) => {
        const value: unknown = Reflect.get(target, property);
        if (typeof value !== "function") return value;
        const call = (...args: unknown[]) => Reflect.apply(value, target, args) as unknown;
        if (!writes.has(property)) return call;
        return async (...args: unknown[]) => {
          count += 1;
          await reached(count);
          return call(...args);
        };
      },
    });
  return { collection: (name: string) => pausing(db.collection(name)) } as unknown as Db;
}
