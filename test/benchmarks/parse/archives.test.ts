import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import test from "ava";
import type { Client } from "../../helpers/client.ts";
import { placesOf } from "../../helpers/stored-state.ts";
import { startTestService, type TestService } from "../../helpers/service.ts";
import { makeThreeDMarkResult, makeZip } from "../../helpers/zip-generator.ts";
import { projectUrl } from "../../helpers/project-files.ts";
import { eventually } from "../../faults/system.ts";

const xml = readFileSync(projectUrl("test/fixtures/3dmark/time-spy.xml"), "utf8");
const archive = makeThreeDMarkResult(xml);

/** Submits a .3dmark-result file to a new build. Returns the run's id. */
async function submitArchive(client: Client, content: Uint8Array, id = 7): Promise<string> {
  const files = [{ name: "run.3dmark-result", content }];
  const { body, text } = await client.add({ build_id: await client.makeBuild(), benchmarks: { id }, files });
  if (!body?.runs) throw new Error(text);
  return body.runs[0].run_id as string;
}

/** Returns whether any file in the service's store contains a text. */
async function isStored(service: TestService, text: string): Promise<boolean> {
  const places = await placesOf(service, text);
  return places.some((place) => /^(?:files\.chunks|submissions\.contents) /.test(place));
}

/**
 * Waits until a condition holds. An error of the condition counts as false, because an archive may be removed while the
 * condition downloads it.
 */
function until(isTrue: () => Promise<boolean>): Promise<boolean> {
  return eventually(() => isTrue().catch(() => false), Boolean);
}

test("a .3dmark-result archive is replaced by its Result.xml as soon as the archive's run is complete", async (t) => {
  const service = await startTestService(t);
  const client = await service.signIn("archive");
  const runId = await submitArchive(client, archive);
  const { body } = await client.waitForRun(runId);
  t.is(body.status, "complete", JSON.stringify(body.error));
  t.is(body.score, 82.5);
  t.is(body.file.sha256, createHash("sha256").update(archive).digest("hex"));
  t.true(await until(async () => (await client.get(`/benchmarks/runs/${runId}/file`)).text === xml));
  const file = await client.get(`/benchmarks/runs/${runId}/file`);
  t.regex(file.headers.get("content-disposition") ?? "", /Result\.xml/);
  t.true(await until(async () => !(await isStored(service, "Arielle.xml"))));
  t.is(await service.stores.db.collection("files.files").countDocuments(), 1);
  t.true(await until(async () => (await service.stores.db.collection("uploads").countDocuments()) === 0));
});

test("the archive of a failed run is replaced by its Result.xml, and an archive without Result.xml is removed", async (t) => {
  const service = await startTestService(t);
  const client = await service.signIn("failed archive");
  const withoutTest = await submitArchive(client, archive, 18);
  t.is((await client.waitForRun(withoutTest)).body.error.code, "missing_graphics_test");
  t.true(await until(async () => (await client.get(`/benchmarks/runs/${withoutTest}/file`)).text === xml));

  const content = makeZip([{ name: "SI.xml", content: Buffer.from("<serial>SECRET</serial>"), method: 0 }]);
  const withoutXml = await submitArchive(client, content);
  const { body } = await client.waitForRun(withoutXml);
  t.is(body.status, "failed");
  t.regex(body.error.detail, /Result\.xml/);
  t.true(await until(async () => (await client.get(`/benchmarks/runs/${withoutXml}/file`)).status === 404));
  t.true(await until(async () => !(await isStored(service, "SECRET"))));
});

test("a sweep replaces an archive by its Result.xml if the worker died right after writing the result", async (t) => {
  const service = await startTestService(t, {
    env: { SWEEP_INTERVAL_MS: "500", SWEEP_AGE_MS: "50", UPLOAD_AGE_MS: "10000" },
  });
  const client = await service.signIn("swept");
  const { body } = await client.add({
    build_id: await client.makeBuild(),
    benchmarks: { id: 7 },
    files: [{ name: "time-spy.xml", content: xml }],
  });
  const runId = body.runs[0].run_id as string;
  await client.waitForRun(runId);
  // Create the state after the worker of a run with an archive died right after writing the result.
  const runs = service.stores.db.collection<{ _id: string; submission_id: string }>("runs");
  const run = await runs.findOne({ _id: runId });
  const { head: _head, ...file } = await service.services.files.put(
    (async function* () {
      yield archive;
    })(),
    "run.3dmark-result",
    run?.submission_id ?? "",
  );
  await runs.updateOne({ _id: runId }, { $set: { file: { ...file, is_archive: true } } });
  t.true(await until(async () => !(await isStored(service, "Arielle.xml"))));
  t.true(await until(async () => (await client.get(`/benchmarks/runs/${runId}/file`)).text === xml));
});
