import type { Db, Document } from "mongodb";

/**
 * Returns the number of documents that the queries of all clients of a MongoDB server have examined since its start.
 */
export async function scannedObjects(db: Db): Promise<number> {
  const status: Document = await db.admin().command({ serverStatus: 1 });
  return Number(status["metrics"].queryExecutor.scannedObjects);
}
