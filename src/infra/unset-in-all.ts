import type { Collection, Db } from "mongodb";

/** How many documents one write changes. */
const AT_A_TIME = 1000;

/** Takes fields away from all documents of a collection, so many at a time, so that no write takes long. May run any number of times. */
export async function unsetInAll(db: Db, collection: string, fields: readonly string[]): Promise<void> {
  // The ids are of any one type.
  const documents: Collection<{ _id: string }> = db.collection(collection);
  const $unset = Object.fromEntries(fields.map((field) => [field, "" as const]));
  for (let after: string | undefined; ;) {
    const page = await documents
      .find(after === undefined ? {} : { _id: { $gt: after } }, { projection: { _id: 1 } })
      .sort({ _id: 1 })
      .limit(AT_A_TIME)
      .toArray();
    if (page.length === 0) return;
    await documents.updateMany({ _id: { $in: page.map(({ _id }) => _id) } }, { $unset });
    after = page.at(-1)?._id;
  }
}
