import type { Document } from "bson";
import type { Db } from "mongodb";
import { assumptions } from "./drawn-population.ts";
import { measureShapes, type Shape } from "./measure-shapes.ts";
import { walk } from "./walk.ts";

const CAPTURE_BENCHMARK = 16;

/** Has a service make documents of each kind, and measures them. */
export async function shapesOfService({ url, db }: { url: string; db: Db }): Promise<Shape[]> {
  await walk({ url, frames: assumptions.framesACapture, isSettled: () => isSettled(db) });
  const runs = await db.collection("runs").find().toArray();
  const kindOfRun = ({ benchmark_id, file, status }: Document): string => {
    if (status === "failed") return "failed";
    if (file === null) return "score";
    return benchmark_id === CAPTURE_BENCHMARK ? "capture" : "export";
  };
  const byRun = new Map(runs.map((run) => [String(run._id), kindOfRun(run)]));
  const byFile = new Map(runs.flatMap((run) => (run["file"] ? [[run["file"].file_id, kindOfRun(run)]] : [])));
  const fileIn: Record<string, string> = { uploads: "_id", "files.files": "_id", "files.chunks": "files_id" };
  return measureShapes(db, (collection, document) => {
    if (collection === "runs") return kindOfRun(document);
    if (collection === "submissions") return "file" in (document["runs"]?.[0] ?? {}) ? "file" : "score";
    if ("run_id" in document && collection.startsWith("frame_"))
      return byRun.get(document["run_id"]) ?? "other";
    const field = fileIn[collection];
    return field === undefined ? "all" : (byFile.get(String(document[field])) ?? "other");
  });
}

/** Whether everything that follows submissions is stored: then no document has a mark that it soon loses. */
async function isSettled(db: Db): Promise<boolean> {
  const open: [collection: string, filter: Document][] = [
    ["submissions", { runs_created: false }],
    ["runs", { ranking_due: true }],
    ["uploads", { state: { $ne: "referenced" } }],
    ["uploads", { is_summed: null }],
    ["submissions", { is_summed: null }],
    ["frame_series", { unconfirmed_since: { $exists: true } }],
    ["standings", { unsettled: true }],
  ];
  for (const [collection, filter] of open)
    if ((await db.collection(collection).countDocuments(filter)) > 0) return false;
  return true;
}
