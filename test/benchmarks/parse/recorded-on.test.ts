import test from "ava";
import type { Run } from "../../../src/benchmarks/model/run.ts";
import { makeCapFrameXRecord, recordInfo } from "../../helpers/capframex-generator.ts";
import type { Client } from "../../helpers/client.ts";
import { startTestService } from "../../helpers/service.ts";
import { placesOf } from "../../helpers/stored-state.ts";

const service = await startTestService(test);
const { catalogue, runParser } = service.services;
const runs = service.stores.db.collection<Run>("runs");
const frameTimes = Array.from({ length: 1100 }, () => 10);

const cpuOf = (make: string, model: string) => ({
  make,
  model,
  cores: 6,
  threads: 12,
  base_clock_mhz: 3000,
  socket: "made-up",
});
const gpu = {
  make: "ASUS",
  model: "TUF Gaming OC",
  chipset_make: "NVIDIA",
  chipset: "GeForce RTX 3080",
};

async function idOf(kind: string, sourceId: string): Promise<number> {
  const product = await service.stores.db.collection("products").findOne({ kind, source_id: sourceId });
  return product?.["id"] as number;
}
const parts = { cpu: 0, gpu: 0 };

test.before(async () => {
  await catalogue.save("cpu", "test", [
    { sourceId: "5800x", fields: cpuOf("AMD", "Ryzen 7 5800X") },
    { sourceId: "10400", fields: cpuOf("Intel", "Core i5-10400") },
  ]);
  await catalogue.save("gpu", "test", [{ sourceId: "3080", fields: gpu }]);
  Object.assign(parts, { cpu: await idOf("cpu", "10400"), gpu: await idOf("gpu", "3080") });
});

async function buildWith(client: Client): Promise<number> {
  const { body } = await client.post("/builds", { name: "with parts", parts });
  return body.build.build_id as number;
}

async function submit(client: Client, buildId: number, info: object, settings?: object): Promise<string> {
  const file = { name: "NameMarker.json", content: makeCapFrameXRecord([{ frameTimes }], info) };
  const { body } = await client.add({ build_id: buildId, benchmarks: { id: 16, settings }, files: [file] });
  const runId = body.runs[0].run_id as string;
  await client.waitForRun(runId);
  return runId;
}

test("the run of a CapFrameX record shows its result and hardware to everybody, and nothing private", async (t) => {
  const client = await service.signIn("recorder");
  const runId = await submit(client, await client.makeBuild(), recordInfo);
  const { body, text } = await service.anonymous.get(`/benchmarks/runs/${runId}`);
  t.like(body, { status: "complete", score: 100, variant: "harbour" });
  t.is(body.metrics.tool, "CapFrameX");
  t.deepEqual(body.recorded_on, {
    processor: "AMD Ryzen 7 5800X 8-Core Processor",
    gpu: "NVIDIA GeForce RTX 3080",
    ram: "32GB (2x16GB 3600MT/s)",
    motherboard: "ASUSTeK COMPUTER INC. TUF GAMING B550-PLUS",
    os: "Windows 11",
    driver: "552.22",
    resolution: "2560x1440",
    api: "DX12",
  });
  t.deepEqual(body.warnings, []);
  t.notRegex(text, /PrivateMarker|NameMarker/);
  // The private text is stored only in the original file, which nobody but its submitter may download.
  const places = await placesOf(service, "PrivateMarker");
  t.true(places.length > 0);
  t.deepEqual(
    places.filter((place) => !place.startsWith("submissions.contents ")),
    [],
  );
});

test("a run that was recorded on parts other than those of its build has a warning for each such part", async (t) => {
  const client = await service.signIn("borrower");
  const runId = await submit(client, await buildWith(client), recordInfo);
  const warning =
    'The file was recorded on "AMD Ryzen 7 5800X 8-Core Processor", the build says "Intel Core i5-10400". If the file belongs to another machine, submit it to a build of its own.';
  for (const reader of [client, service.anonymous]) {
    const { body } = await reader.get(`/benchmarks/runs/${runId}`);
    t.is(body.status, "complete");
    t.deepEqual(body.warnings, [warning]);
  }
});

test("when a run is read again, its hardware is compared with the present parts of its build", async (t) => {
  const client = await service.signIn("rebuilder");
  const buildId = await buildWith(client);
  const runId = await submit(client, buildId, recordInfo);
  const changed = { parts: { ...parts, cpu: await idOf("cpu", "5800x") } };
  await client.send("PATCH", `/builds/${buildId}`, changed);
  const run = await runs.findOne({ _id: runId });
  const outcome = await runParser.reprocess(run as Run, { isDryRun: false });
  t.is(outcome.kind, "replaced");
  t.deepEqual((await client.get(`/benchmarks/runs/${runId}`)).body.warnings, []);
});

test("settings in the file fill in settings that were not typed in, also for a run that an older version of the readers has read", async (t) => {
  const client = await service.signIn("settings");
  const typed = { resolution: "1080p", preset: "Ultra" };
  const runId = await submit(client, await client.makeBuild(), recordInfo, typed);
  const expected = { ...typed, api: "DX12", driver: "552.22", os: "Windows 11" };
  const warning =
    'The submission says resolution "1080p", the file says "2560x1440". Rankings use the value of the file. If the value in the file is right, correct the setting of the run.';
  const read = async () => (await service.anonymous.get(`/benchmarks/runs/${runId}`)).body;
  t.like(await read(), { settings: expected, warnings: [warning] });

  await runs.updateOne({ _id: runId }, { $set: { recorded_on: null, warnings: [], reader_version: 0 } });
  t.deepEqual((await read()).settings, typed);
  const run = await runs.findOne({ _id: runId });
  t.is((await runParser.reprocess(run as Run, { isDryRun: false })).kind, "replaced");
  t.like(await read(), { settings: expected, warnings: [warning] });
  t.deepEqual(
    (await runs.findOne({ _id: runId }))?.settings,
    typed,
    "typed-in settings are stored unchanged",
  );
});

test("a run gets no hardware warning if the two hardware names may mean the same part", async (t) => {
  const isOther = async (kind: "cpu" | "gpu", id: number, name: string) =>
    (await catalogue.nameOfOther(kind, id, name)) !== null;
  for (const name of [
    "Intel(R) Core(TM) i5-10400 CPU @ 2.90GHz",
    "Core i5 10400",
    "Intel(R) Core(TM) processor",
    "12th Gen",
  ])
    t.false(await isOther("cpu", parts.cpu, name), name);
  for (const name of ["AMD Ryzen 7 5800X 8-Core Processor", "Intel(R) Core(TM) i5-10400F CPU @ 2.90GHz"])
    t.true(await isOther("cpu", parts.cpu, name), name);
  for (const name of [
    "NVIDIA GeForce RTX 3080",
    "Intel(R) UHD Graphics 770, NVIDIA GeForce RTX 3080",
    "AMD Radeon Graphics (gfx1030)",
    "AMD Radeon(TM) Graphics",
  ])
    t.false(await isOther("gpu", parts.gpu, name), name);
  for (const name of ["NVIDIA GeForce RTX 3080 Ti", "AMD Radeon RX 6800 XT", "NVIDIA GeForce RTX 4070 SUPER"])
    t.true(await isOther("gpu", parts.gpu, name), name);
  t.is(await catalogue.nameOfOther("cpu", 999_999, "Intel Core i5-10400"), null);
});
