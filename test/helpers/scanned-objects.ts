import type { Db, Document } from "mongodb";

/** Returns how many documents the searches of a MongoDB server have examined since its start, of all its clients. */
export async function scannedObjects(db: Db): Promise<number> {
  const status: Document = await db.admin().command({ serverStatus: 1 });
  return Number(status["metrics"].queryExecutor.scannedObjects);
}
