import { readFileSync } from "node:fs";
import test, { type ExecutionContext } from "ava";
import type { Run } from "../../src/benchmarks/model/run.ts";
import { PART_BYTES } from "../../src/benchmarks/records/s3-contents.ts";
import type { Client } from "../helpers/client.ts";
import { startNetwork, type Network } from "../helpers/network.ts";
import { projectUrl } from "../helpers/project-files.ts";
import { openS3Server } from "../helpers/s3-server.ts";
import { openSlowForm } from "../helpers/slow-form.ts";
import { testStores } from "../helpers/stores.ts";
import { makeThreeDMarkResult } from "../helpers/zip-generator.ts";
import { usageOf } from "./audit.ts";
import { fileForm, makeLongCapture, scoreForm, smallCapture } from "./results.ts";
import { createSystem, eventually, signIn, type ServiceProcess, type WebProcess } from "./system.ts";

// Tests the service with its files in S3. The other tests in test/faults cover GridFS.

const s3 = await openS3Server();
const stores = await testStores(test);
test.after.always(s3.close);
let network: Network;
let system: ReturnType<typeof createSystem>;
let web: WebProcess;
let worker: ServiceProcess;
const runs = stores.db.collection<Run>("runs");
const longCapture = Buffer.from(makeLongCapture(90_000).content);
/** A capture that is too large to be stored in its submission, and small enough to be sent to S3 in one part. */
const largeCapture = { name: "large.csv", content: makeLongCapture(8000).content };
const xml = readFileSync(projectUrl("test/fixtures/3dmark/time-spy.xml"), "utf8");

// Teardowns of what is started in hooks are collected here, because ava allows hooks to be declared only synchronously.
const teardowns: (() => Promise<void>)[] = [];
const scope = { teardown: (fn: () => Promise<void>) => void teardowns.push(fn) };
test.after.always(async () => {
  for (const teardown of teardowns.toReversed()) await teardown();
});

test.before(async () => {
  network = await startNetwork(scope, s3.endpoint);
  // The age from which a sweep removes an upload is longer than any pause between two pieces of an upload on a busy
  // machine.
  const env = { ...stores.env, ...s3.env(network.url), UPLOAD_AGE_MS: "12000" };
  system = createSystem(scope, env);
  [web, worker] = await Promise.all([system.startWeb(), system.startWorker()]);
});

/** Asserts that the object store has exactly the files of the runs, and that GridFS has no files. */
async function nothingIsLeftOver(t: ExecutionContext): Promise<void> {
  const state = async () => {
    const withFile = await runs.find({ file: { $ne: null } }).toArray();
    const uploads = await stores.db.collection("uploads").find().toArray();
    return {
      // Leave out files of at most 256 KiB, which are stored in their submissions.
      wanted: withFile
        .flatMap(({ file }) =>
          file && !file.is_removed && !file.file_id.includes(".") ? [file.file_id] : [],
        )
        .toSorted(),
      files: s3.files().toSorted(),
      uploads: uploads.map(({ _id, state }) => `${String(_id)} ${String(state)}`),
      unfinished: s3.unfinished(),
      unread: withFile.filter(({ status }) => status !== "complete" && status !== "failed").length,
    };
  };
  const expected = (wanted: readonly string[]) => ({
    wanted,
    files: wanted,
    uploads: [],
    unfinished: 0,
    unread: 0,
  });
  const last = await eventually(state, (now) => JSON.stringify(now) === JSON.stringify(expected(now.wanted)));
  t.deepEqual(last, expected(last.wanted));
  t.is(await stores.db.collection("files.chunks").countDocuments(), 0);
}

/**
 * Sends a submission with a capture until the file has more than one part, and waits until S3 has stored the first
 * part.
 */
async function beginLongUpload(url: string, client: Client, build_id: number) {
  const upload = openSlowForm(url, client);
  await upload.field("build_id", String(build_id));
  await upload.field("benchmarks", { id: 16 });
  await upload.beginFile(longCapture.subarray(0, PART_BYTES + 200_000));
  await eventually(
    async () => s3.parts(),
    (parts) => parts === 1,
  );
  return upload;
}

test.serial(
  "large files are submitted, read, downloaded and deleted in S3, and MongoDB has none of them",
  async (t) => {
    t.timeout(900_000);
    const client = await signIn(web.url, "with S3");
    const build_id = await client.makeBuild();
    const archive = { name: "run.3dmark-result", content: makeThreeDMarkResult(xml) };
    const answers = await Promise.all([
      client.add(fileForm(build_id)),
      client.add(fileForm(build_id, { name: "long.csv", content: longCapture })),
      client.add({ build_id, benchmarks: { id: 7 }, files: [archive] }),
    ]);
    const paths: string[] = [];
    for (const { status, text, body } of answers) {
      t.is(status, 200, text);
      paths.push(`/benchmarks/runs/${body.runs[0].run_id as string}`);
      const run = await client.waitForRun(body.runs[0].run_id as string);
      t.is(run.body.status, "complete", run.text);
    }
    const download = async (index: number) => (await client.get(`${paths[index]}/file`)).text;
    t.is(await download(0), String(smallCapture.content));
    t.true((await download(1)) === String(longCapture));
    t.is(
      await eventually(
        () => download(2),
        (text) => text === xml,
      ),
      xml,
    );
    // S3 has two files: the small file is stored in its submission, and the archive is replaced by its result.
    t.is(s3.files().length, 2);
    await nothingIsLeftOver(t);
    const again = await client.add(fileForm(build_id));
    const repeated = await client.waitForRun(again.body.runs[0].run_id as string);
    t.regex(repeated.body.warnings.join(" "), /same file was submitted/);
    for (const index of [0, 1]) t.is((await client.send("DELETE", paths[index] ?? "")).status, 204);
    t.is(s3.files().length, 1);
    await nothingIsLeftOver(t);
    t.is((await client.send("DELETE", "/me")).status, 204);
    await eventually(
      async () => s3.files().length,
      (count) => count === 0,
    );
    await nothingIsLeftOver(t);
  },
);

test.serial(
  "while S3 is unavailable, a file gets a 503 and no run counts as used, and the process stays ready and reports S3 as unavailable",
  async (t) => {
    t.timeout(900_000);
    const client = await signIn(web.url, "S3 away");
    const build_id = await client.makeBuild();
    const first = await client.add(fileForm(build_id, largeCapture));
    const path = `/benchmarks/runs/${first.body.runs[0].run_id as string}/file`;
    t.is((await client.waitForRun(first.body.runs[0].run_id as string)).body.status, "complete");
    const ready = await eventually(
      () => client.get("/health/ready"),
      ({ body }) => body.stores.s3 === "up",
    );
    t.deepEqual([ready.status, ready.body.stores.s3], [200, "up"], ready.text);
    await s3.stop();
    for (const refused of [await client.add(fileForm(build_id, largeCapture)), await client.get(path)]) {
      t.is(refused.status, 503, refused.text);
      t.truthy(refused.headers.get("retry-after"));
      t.regex(refused.body.detail, /^S3 is unavailable/);
    }
    t.is((await client.add(scoreForm(build_id))).status, 200, "a typed-in score needs no file store");
    // The web process checks its stores at most once a second, so the first answers may still say that S3 is available.
    const away = await eventually(
      () => client.get("/health/ready"),
      ({ body }) => body.stores.s3 === "away",
    );
    t.deepEqual([away.status, away.body.stores.s3], [200, "away"], away.text);
    await s3.start();
    const back = await eventually(
      () => client.add(fileForm(build_id, largeCapture)),
      ({ status }) => status === 200,
    );
    t.is(back.status, 200, back.text);
    t.is((await client.waitForRun(back.body.runs[0].run_id as string)).body.status, "complete");
    t.deepEqual(await usageOf(stores, client), { ledger: 3, counter: 3, rebuilt: 3 });
    await nothingIsLeftOver(t);
  },
);

test.serial(
  "an upload whose connection to S3 no longer responds ends with a 503, and a sweep removes its parts",
  async (t) => {
    t.timeout(900_000);
    const client = await signIn(web.url, "S3 forgotten");
    const build_id = await client.makeBuild();
    const upload = await beginLongUpload(web.url, client, build_id);
    network.cut();
    const sendRest = async () => {
      await upload.write(longCapture.subarray(PART_BYTES + 200_000));
      await upload.endFile();
      upload.end();
    };
    void sendRest();
    const { status, headers } = await upload.answered;
    t.is(status, 503);
    t.truthy(headers["retry-after"]);
    t.is(s3.unfinished(), 1);
    network.restore();
    const back = await eventually(
      () => client.add(fileForm(build_id, largeCapture)),
      ({ status }) => status === 200,
    );
    t.is((await client.waitForRun(back.body.runs[0].run_id as string)).body.status, "complete");
    t.deepEqual(await usageOf(stores, client), { ledger: 1, counter: 1, rebuilt: 1 });
    await nothingIsLeftOver(t);
  },
);

test.serial(
  "an upload to S3 whose client disconnects, or whose web process is killed, leaves nothing in S3",
  async (t) => {
    t.timeout(900_000);
    const client = await signIn(web.url, "goes away");
    const build_id = await client.makeBuild();
    const upload = await beginLongUpload(web.url, client, build_id);
    upload.breakOff();
    await nothingIsLeftOver(t);
    const doomed = await system.startWeb();
    const killed = await beginLongUpload(doomed.url, client, build_id);
    doomed.signal("SIGKILL");
    await t.throwsAsync(killed.answered);
    t.is(s3.unfinished(), 1, "no process has ended the upload");
    await nothingIsLeftOver(t);
    t.deepEqual(await usageOf(stores, client), { ledger: 0, counter: 0, rebuilt: 0 });
  },
);

test.serial(
  "a worker that is killed while it stores the result of an archive in S3 leaves one file",
  async (t) => {
    t.timeout(900_000);
    const client = await signIn(web.url, "killed worker");
    const build_id = await client.makeBuild();
    let puts = 0;
    let isHeld = () => {};
    const held = new Promise<void>((resolve) => {
      isHeld = resolve;
    });
    s3.behave(async (context, next) => {
      if (context.method === "PUT") puts += 1;
      // The archive is stored in its submission, so the first PUT is that of Result.xml.
      if (context.method === "PUT" && puts === 1) {
        await next();
        isHeld();
        await new Promise(() => undefined);
      }
      return next();
    });
    t.teardown(() => s3.behave(null));
    const archive = { name: "run.3dmark-result", content: makeThreeDMarkResult(xml) };
    const added = await client.add({ build_id, benchmarks: { id: 7 }, files: [archive] });
    const runId = added.body.runs[0].run_id as string;
    await held;
    worker.signal("SIGKILL");
    await worker.ended;
    s3.behave(null);
    t.true(s3.files().length >= 1, "the result that no run references");
    worker = await system.startWorker();
    t.is((await client.waitForRun(runId)).body.status, "complete");
    const text = async () => (await client.get(`/benchmarks/runs/${runId}/file`)).text;
    t.is(await eventually(text, (found) => found === xml), xml);
    await nothingIsLeftOver(t);
    t.deepEqual(await usageOf(stores, client), { ledger: 1, counter: 1, rebuilt: 1 });
  },
);
