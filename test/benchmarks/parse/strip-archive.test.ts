import { gzipSync } from "node:zlib";
import test from "ava";
import { ReaderCrashedError } from "../../../src/benchmarks/errors.ts";
import type { Run } from "../../../src/benchmarks/model/run.ts";
import type { RunParser } from "../../../src/benchmarks/parse/run-parser.ts";
import { StoreUnavailableError } from "../../../src/errors.ts";
import { makeCapture, makeGameFrames } from "../../helpers/capture-generator.ts";
import { startTestService } from "../../helpers/service.ts";

// Tests archives that can be read, but whose Result.xml cannot be extracted and stored. The service has no workers: the
// tests call the parser of runs themselves.
const service = await startTestService(test, { hasWorkers: false });
const { files, runsRepository, runParser } = service.services;
const { PARSE_MAX_ATTEMPTS } = service.config;
const stored = service.stores.db.collection<Run>("runs");
const capture = makeCapture("presentmon-1.0", makeGameFrames(1));

/** Submits a packed capture as a new account. Returns the run's id. */
async function submitPacked(name: string): Promise<string> {
  const client = await service.signIn(name);
  const build_id = await client.makeBuild();
  const file = { name: "capture.csv.gz", content: gzipSync(capture) };
  const added = await client.add({ build_id, benchmarks: { id: 16 }, files: [file] });
  return added.body.runs[0].run_id as string;
}

/** Creates a parser whose child processes read files, but throw the error when they unpack an archive. */
function parserFailingWith(error: Error): RunParser {
  return service.servicesWith({
    fileReaders: (readers) => ({
      ...readers,
      extractResult: async () => {
        throw error;
      },
    }),
  }).runParser;
}

const find = async (runId: string) => (await stored.findOne({ _id: runId })) as Run;
const crash = new ReaderCrashedError(new Error("it was ended"));

test("the result in an archive is stored although the first process that unpacked the archive died", async (t) => {
  const runId = await submitPacked("crashes once");
  await t.throwsAsync(parserFailingWith(crash).parse(runId), { is: crash });
  t.like(await find(runId), { status: "complete", file: { is_archive: true, unpack_attempts: 1 } });
  await runParser.parse(runId);
  const { file } = await find(runId);
  t.is(file?.kept_as?.bytes, Buffer.byteLength(capture));
  t.false("is_archive" in (file ?? {}) || "unpack_attempts" in (file ?? {}) || "is_removed" in (file ?? {}));
});

test("an archive that cannot be unpacked in PARSE_MAX_ATTEMPTS attempts is removed, and no sweep unpacks it again", async (t) => {
  const runId = await submitPacked("never unpacked");
  const { file: archive } = await find(runId);
  const unforeseen = new TypeError("nobody foresaw this");
  for (let attempt = 1; attempt < PARSE_MAX_ATTEMPTS; attempt += 1)
    await t.throwsAsync(parserFailingWith(unforeseen).parse(runId), { is: unforeseen });
  t.like(await find(runId), { file: { is_archive: true } });
  await parserFailingWith(unforeseen).parse(runId);
  const run = await find(runId);
  t.is(run.status, "complete");
  t.like(run.file, { is_removed: true });
  t.false("is_archive" in (run.file ?? {}));
  const waiting = await runsRepository.findArchives(1000);
  t.false(waiting.some(({ _id }) => _id === runId));
  t.false(await files.has(archive?.file_id ?? ""));
});

test("attempts to unpack an archive while a store is unavailable do not count", async (t) => {
  const runId = await submitPacked("store away");
  const away = new StoreUnavailableError("MongoDB", new Error("it is away"));
  for (let attempt = 0; attempt <= PARSE_MAX_ATTEMPTS; attempt += 1)
    await t.throwsAsync(parserFailingWith(away).parse(runId), { is: away });
  t.is((await find(runId)).file?.unpack_attempts, undefined);
  await runParser.parse(runId);
  t.truthy((await find(runId)).file?.kept_as);
});
