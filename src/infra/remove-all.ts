import type { Collection, Db } from "mongodb";

/** How many documents one write removes. */
const AT_A_TIME = 1000;

/** Removes all documents of a collection, so many at a time, so that no write takes long. May be cut off and begun again. */
export async function removeAll(db: Db, collection: string): Promise<void> {
  // The ids are of any one type.
  const documents: Collection<{ _id: string }> = db.collection(collection);
  for (;;) {
    const page = await documents
      .find({}, { projection: { _id: 1 } })
      .limit(AT_A_TIME)
      .toArray();
    if (page.length === 0) return;
    await documents.deleteMany({ _id: { $in: page.map(({ _id }) => _id) } });
  }
}
