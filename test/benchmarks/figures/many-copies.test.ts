import test from "ava";
import type { Run } from "../../../src/benchmarks/model/run.ts";
import { setUpRuns } from "../../../src/benchmarks/records/runs-repository.ts";
import { openEmptyDatabase } from "../../helpers/empty-database.ts";
import { scannedObjects } from "../../helpers/scanned-objects.ts";
import { fileOf, makeRun, openFigures } from "./stored-runs.ts";

const COPIES = 500;
const VARIANT = "doom.exe";
const SHA256 = "a";
const BUILD = 1;

/** Makes a complete run of one file, submitted `ms` milliseconds after the first run. */
function makeCopy(ms: number, fields: Partial<Run> = {}): Run {
  const created_at = new Date(1_800_000_000_000 + ms);
  const result = { status: "complete" as const, variant: VARIANT, score: 60 };
  return makeRun(BUILD, { file: fileOf(SHA256), ...result, created_at, ...fields });
}

/** Makes many complete runs of one file, all of the same recording of that file. */
function makeCopies(recording?: number): Run[] {
  const named = recording === undefined ? {} : { recording };
  return Array.from({ length: COPIES }, (_unused, index) => makeCopy(index, named));
}

test("the query for another run of the same recording examines at most two documents, however many runs have the same file", async (t) => {
  const db = await openEmptyDatabase(t);
  await setUpRuns(db);
  const { runs } = openFigures(db);
  const failed = Array.from({ length: COPIES }, (_unused, index) =>
    makeCopy(index, { status: "failed", variant: null, score: null, recording: 2 }),
  );
  const own = makeCopy(0, { recording: 2 });
  await runs.insertMissing([...makeCopies(), ...makeCopies(1), ...failed, own]);
  const examine = async () => {
    const before = await scannedObjects(db);
    const isThere = await runs.hasSameMeasurement({ ...own, variant: VARIANT });
    return { isThere, examined: (await scannedObjects(db)) - before };
  };
  t.deepEqual(await examine(), { isThere: false, examined: 1 });
  const queued = makeCopy(1, { status: "queued", variant: null, score: null, recording: 2 });
  await runs.insertMissing([queued]);
  const { isThere, examined } = await examine();
  t.true(isThere);
  t.true(examined <= 2, `${examined}`);
});
