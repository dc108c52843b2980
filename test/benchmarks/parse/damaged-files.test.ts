import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import test from "ava";
import { ObjectId } from "mongodb";
import type { Run } from "../../../src/benchmarks/model/run.ts";
import { createLogger } from "../../../src/infra/logger.ts";
import { runProgram } from "../../helpers/processes.ts";
import { startTestService } from "../../helpers/service.ts";
import { makeZip } from "../../helpers/zip-generator.ts";
import { fileForm, makeLongCapture } from "../../faults/results.ts";
import { eventually } from "../../faults/system.ts";
import { projectUrl } from "../../helpers/project-files.ts";

// The tests damage the stored bytes of files directly in MongoDB. No workers run: the tests call the parser of runs
// themselves.
const logged: string[] = [];
const destination = { write: (line: string) => void logged.push(line) };
const service = await startTestService(test, {
  hasWorkers: false,
  logger: createLogger({ level: "warn", process: "test", secrets: [], destination }),
});
const { runParser } = service.services;
const { db, env } = service.stores;
const documents = db.collection("files.files");
const chunks = db.collection("files.chunks");
const runs = db.collection<Run>("runs");
const xml = readFileSync(projectUrl("test/fixtures/3dmark/time-spy.xml"), "utf8");
/**
 * A capture that is stored in so many chunks of GridFS that the service needs more than one query to read the chunks.
 */
const capture = makeLongCapture(12_000);

/** The size of a chunk in GridFS, in bytes. */
const CHUNK_BYTES = 255 * 1024;

type Client = Awaited<ReturnType<typeof service.signIn>>;
type Form = Parameters<Client["add"]>[0];

const archiveForm = (build_id: number): Form => ({
  build_id,
  benchmarks: { id: 7 },
  files: [{ name: "run.3dmark-result", content: largeArchive }],
});

/** An archive that is too large to be stored in the document of its submission. */
const largeArchive = makeZip([
  { name: "Result.xml", content: Buffer.from(xml) },
  { name: "SI.xml", content: Buffer.alloc(300_000), method: 0 },
]);

/**
 * Patterns for the reason in the submitter's response, by the kind of damage. Kinds of damage that are not listed cause
 * a message of MongoDB's driver.
 */
const reasons: Record<string, RegExp> = {
  "its last chunks are missing": /expected \d+ bytes, found 522240\b/,
  "a byte of its last chunk has changed": /its SHA-256 is not that of the upload/,
  "its document has the chunk size 0": /expected chunks of 1 to \d+ bytes, found 0\b/,
  "its document has a length of 2^50 bytes": /expected \d+ bytes, found more/,
  "it is two bytes too long and its document has the wrong length, too": /expected \d+ bytes, found more/,
};

/** Submits a file. Returns the id and the path of its run. */
async function submit(client: Client, makeForm: (build_id: number) => Form = (id) => fileForm(id, capture)) {
  const { body, text } = await client.add(makeForm(await client.makeBuild()));
  if (!body.runs) throw new Error(text);
  const runId = body.runs[0].run_id as string;
  return { runId, path: `/benchmarks/runs/${runId}` };
}

const find = async (runId: string) => (await runs.findOne({ _id: runId })) as Run;
const fileIdOf = async (runId: string) => new ObjectId((await find(runId)).file?.file_id);

/**
 * Replaces the bytes of a chunk in GridFS by those that `change` returns.
 * @param n the index of the chunk in its file
 */
async function rewrite(files_id: ObjectId, n: number, change: (bytes: Buffer) => Uint8Array): Promise<void> {
  const chunk = await chunks.findOne({ files_id, n });
  const data = change(Buffer.from(chunk?.["data"].buffer as Uint8Array));
  await chunks.updateOne({ files_id, n }, { $set: { data } });
}

/** Returns the bytes of a chunk with one other digit in the second half, so that the file is still a valid capture. */
function withOtherDigit(bytes: Buffer): Buffer {
  const at = bytes.findIndex((byte, index) => index > bytes.length / 2 && byte >= 0x30 && byte <= 0x38);
  bytes[at] = (bytes[at] ?? 0) + 1;
  return bytes;
}

/** Functions that damage a file stored in GridFS, by the kind of damage. */
const damages: Record<string, (files_id: ObjectId) => Promise<unknown>> = {
  "its last chunks are missing": (files_id) => chunks.deleteMany({ files_id, n: { $gte: 2 } }),
  "a chunk in its middle is missing": (files_id) => chunks.deleteOne({ files_id, n: 1 }),
  "all of its chunks are missing": (files_id) => chunks.deleteMany({ files_id }),
  "a byte of its last chunk has changed": async (files_id) => {
    const last = await chunks.countDocuments({ files_id });
    await rewrite(files_id, last - 1, withOtherDigit);
  },
  "it begins like a PNG picture": (files_id) =>
    rewrite(files_id, 0, (bytes) => {
      bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
      return bytes;
    }),
  "a chunk has additional bytes": (files_id) =>
    rewrite(files_id, 1, (bytes) => Buffer.concat([bytes, bytes.subarray(0, 100)])),
  "it is too short and its document has the wrong length, too": async (files_id) => {
    await chunks.deleteMany({ files_id, n: { $gte: 2 } });
    await documents.updateOne({ _id: files_id }, { $set: { length: 2 * CHUNK_BYTES } });
  },
  "it is more than a chunk too long and its document has the wrong length, too": async (files_id) => {
    const last = (await chunks.countDocuments({ files_id })) - 1;
    const filling = Buffer.alloc(CHUNK_BYTES, "\r\n");
    await rewrite(files_id, last, (bytes) => Buffer.concat([bytes, filling]).subarray(0, CHUNK_BYTES));
    await chunks.insertMany([1, 2].map((more) => ({ files_id, n: last + more, data: filling })));
    await documents.updateOne({ _id: files_id }, { $set: { length: (last + 3) * CHUNK_BYTES } });
  },
  "its document has the chunk size 0": (files_id) =>
    documents.updateOne({ _id: files_id }, { $set: { chunkSize: 0 } }),
  "its document has a length of 2^50 bytes": async (files_id) => {
    const last = (await chunks.countDocuments({ files_id })) - 1;
    await rewrite(files_id, last, (bytes) =>
      Buffer.concat([bytes, Buffer.alloc(CHUNK_BYTES)]).subarray(0, CHUNK_BYTES),
    );
    await documents.updateOne({ _id: files_id }, { $set: { length: 2 ** 50 } });
  },
  "it is two bytes too long and its document has the wrong length, too": async (files_id) => {
    const last = (await chunks.countDocuments({ files_id })) - 1;
    await rewrite(files_id, last, (bytes) => Buffer.concat([bytes, Buffer.from("\r\n")]));
    await documents.updateOne({ _id: files_id }, { $inc: { length: 2 } });
  },
};

for (const [what, damage] of Object.entries(damages))
  test.serial(`a damaged file fails its run and breaks off its download: ${what}`, async (t) => {
    const client = await service.signIn(what);
    const { runId, path } = await submit(client);
    t.is((await client.get(`${path}/file`)).text, String(capture.content));
    await damage(await fileIdOf(runId));

    logged.length = 0;
    await t.throwsAsync(client.get(`${path}/file`), undefined, "expected the download to break off");
    t.regex(logged.join(""), /"level":"error".*is damaged: .*a response ended before it was complete/);

    await runParser.parse(runId);
    const { body } = await client.get(path);
    t.is(body.status, "failed");
    t.is(body.error.code, "file_damaged");
    t.regex(body.error.detail, /damaged in our store after it had arrived \(.+\)\. .*send the file again/);
    t.regex(body.error.detail, reasons[what] ?? /\(.+\)/);
    const { error } = (await service.anonymous.get(path)).body;
    t.is(error.detail, body.error.detail.replace(/ \(.+\)/, ""));
    t.is((await client.get("/me")).body.usage.used, 0, "the unit of the failed run is refunded");
    t.is((await find(runId)).frame_series, undefined);
  });

test.serial("the length and SHA-256 of a file of many chunks cover all of its bytes", async (t) => {
  const client = await service.signIn("many chunks");
  const { path } = await submit(client);
  const { file } = (await client.get(path)).body;
  const content = Buffer.from(capture.content);
  t.is(file.bytes, content.length);
  t.is(file.sha256, createHash("sha256").update(content).digest("hex"));
});

test.serial("a run whose file has lost its GridFS document fails and is refunded", async (t) => {
  const client = await service.signIn("no document");
  const { runId, path } = await submit(client);
  await documents.deleteOne({ _id: await fileIdOf(runId) });
  t.is((await client.get(`${path}/file`)).status, 404);
  await runParser.parse(runId);
  t.is((await client.get(path)).body.error.code, "file_missing");
  t.is((await client.get("/me")).body.usage.used, 0);
});

test.serial(
  "a complete run whose file is damaged keeps its result, and reading the file again reports the damage",
  async (t) => {
    const client = await service.signIn("keeps its figures");
    const { runId, path } = await submit(client);
    await runParser.parse(runId);
    const { body: before } = await client.get(path);
    t.is(before.status, "complete");
    await rewrite(await fileIdOf(runId), 3, withOtherDigit);

    const program = runProgram(t, "scripts/admin.ts", {
      args: ["reprocess", "--run", runId],
      env: { ...process.env, ...env, LOG_LEVEL: "silent" },
    });
    t.is(await program.ended, 1);
    const { stderr } = program.output;
    t.true(
      stderr.includes(`${runId} keeps its figures, because its file can no longer be read: file_damaged`),
    );
    t.deepEqual((await client.get(path)).body, before);
  },
);

test.serial("a damaged Result.xml is neither served nor read again", async (t) => {
  const client = await service.signIn("result");
  const { runId, path } = await submit(client, archiveForm);
  await runParser.parse(runId);
  t.is((await client.get(`${path}/file`)).text, xml);
  await rewrite(await fileIdOf(runId), 0, withOtherDigit);
  await t.throwsAsync(client.get(`${path}/file`));
  const outcome = await runParser.reprocess(await find(runId), { isDryRun: false });
  t.true(outcome.kind === "unreadable" && outcome.error.code === "file_damaged");
});

for (const [what, remove] of [
  ["damaged", (files_id: ObjectId) => chunks.deleteMany({ files_id })],
  ["lost", (files_id: ObjectId) => documents.deleteOne({ _id: files_id })],
] as const)
  test.serial(`a run whose archive is ${what} after it was read stays complete without a file`, async (t) => {
    const client = await service.signIn(`${what} archive`);
    const { runId, path } = await submit(client, archiveForm);
    const archiveId = await fileIdOf(runId);
    const { runParser: interrupted } = service.servicesWith({
      runsRepository: (records) => ({
        ...records,
        complete: async (...given) => {
          const isComplete = await records.complete(...given);
          await remove(archiveId);
          return isComplete;
        },
      }),
    });
    logged.length = 0;
    await interrupted.parse(runId);
    const { body } = await client.get(path);
    t.is(body.status, "complete");
    t.is(body.score, 82.5);
    t.true(body.file.is_removed);
    t.regex(logged.join(""), /the service stores nothing of the archive/);
    const download = await client.get(`${path}/file`);
    t.is(download.status, 404, download.text);
    t.is(await db.collection("uploads").countDocuments({ _id: String(archiveId) as never }), 0);
    t.is(await chunks.countDocuments({ files_id: archiveId }), 0);
  });

test.serial(
  "an archive of 3DMark cannot be downloaded, because Result.xml replaces the archive once it is read",
  async (t) => {
    const client = await service.signIn("not the archive");
    const { runId, path } = await submit(client, archiveForm);
    const early = await client.get(`${path}/file`);
    t.is(early.status, 404);
    t.regex(early.body.detail, /stores only the result in an archive/);
    await runParser.parse(runId);
    t.is((await client.get(`${path}/file`)).text, xml);
    t.is((await client.get("/me")).body.budgets.kept_bytes.used, xml.length);
  },
);

test.serial(
  "a 3DMark archive that Result.xml replaces while the archive is read again is not reported as lost",
  async (t) => {
    const client = await service.signIn("replaced meanwhile");
    const { runId, path } = await submit(client, archiveForm);
    const dying = service.servicesWith({
      runsRepository: (records) => ({
        ...records,
        replaceFile: () => Promise.reject(new Error("dies here")),
      }),
    });
    await t.throwsAsync(dying.runParser.parse(runId), { message: "dies here" });
    const run = await find(runId);
    await runParser.stripArchives(10);
    t.deepEqual(await runParser.reprocess(run, { isDryRun: false }), { kind: "overtaken" });
    t.is((await client.get(`${path}/file`)).text, xml);
  },
);

test.serial("if two processes replace an archive by its Result.xml, one Result.xml is stored", async (t) => {
  const client = await service.signIn("two at once");
  const { runId, path } = await submit(client, archiveForm);
  let isFirst = true;
  const slower = service.servicesWith({
    runsRepository: (records) => ({
      ...records,
      replaceFile: async (...given) => {
        if (isFirst) {
          isFirst = false;
          await runParser.stripArchives(10);
        }
        return records.replaceFile(...given);
      },
    }),
  });
  await slower.runParser.parse(runId);
  t.is((await client.get(`${path}/file`)).text, xml);
  const { file, stored_bytes, submission_id } = await find(runId);
  t.true(await service.services.files.has(file?.file_id ?? ""));
  const notes = () => db.collection("uploads").countDocuments({ submission_id });
  t.is(await eventually(notes, (count) => count === 0), 0);
  t.deepEqual(
    [stored_bytes, (await client.get("/me")).body.budgets.kept_bytes.used],
    [xml.length, xml.length],
  );
});
