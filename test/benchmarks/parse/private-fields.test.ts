import { readdir } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import test from "ava";
import type { Client, SentFile } from "../../helpers/client.ts";
import { startTestService } from "../../helpers/service.ts";
import { placesOf, storedState } from "../../helpers/stored-state.ts";
import { until } from "../../helpers/until.ts";
import {
  arielleXml,
  makeThreeDMark11Result,
  makeThreeDMarkResult,
  makeZip,
  SECRET,
} from "../../helpers/zip-generator.ts";
import { fixture } from "../../readers/reading.ts";
import { projectUrl } from "../../helpers/project-files.ts";

const GAME = 16;
const GRAPHICS_TEST_1 = 7;
const MEBIBYTE = 1024 * 1024;

/**
 * Submits files for a benchmark, ten in each form, and waits until every run is complete or failed. Returns name,
 * status and error code for each.
 */
async function submitAll(client: Client, id: number, files: readonly SentFile[]) {
  const build_id = await client.makeBuild();
  const runs: { name: string; status: string; code?: string }[] = [];
  for (let start = 0; start < files.length; start += 10) {
    const batch = files.slice(start, start + 10);
    const { body, text } = await client.add({ build_id, benchmarks: { id }, files: batch });
    if (!body?.runs) throw new Error(text);
    for (const [index, { run_id }] of (body.runs as { run_id: string }[]).entries()) {
      const run = (await client.waitForRun(run_id)).body;
      runs.push({ name: batch[index]?.name ?? "", status: run.status, code: run.error?.code });
    }
  }
  return runs;
}

/** Returns all fixture files in a folder of test/fixtures. */
async function fixturesOf(folder: string): Promise<SentFile[]> {
  const names = await readdir(projectUrl(`test/fixtures/${folder}/`));
  return Promise.all(
    names.map(async (name) => ({ name, content: Buffer.from(await fixture(`${folder}/${name}`)) })),
  );
}

test("an Arielle.xml of 3DMark without its archive, and any XML with a licence key, is refused at once, and nothing of the file is stored", async (t) => {
  const service = await startTestService(t);
  const client = await service.signIn("owner of a licence");
  const build_id = await client.makeBuild();
  const before = await storedState(service, client);
  const long = `<benchmark>${" ".repeat(300_000)}<upgrade_key>${SECRET}</upgrade_key></benchmark>`;
  const tooLong = `<benchmark>${" ".repeat(MEBIBYTE)}<upgrade_key>${SECRET}</upgrade_key></benchmark>`;
  for (const [name, content, words] of [
    ["Arielle.xml", arielleXml, /licence key.*upgrade_key/],
    ["SI.xml", `<system_info><serial_number>${SECRET}</serial_number></system_info>`, /serial_number/],
    ["long.xml", long, /licence key.*upgrade_key/],
    ["too-long.xml", tooLong, /larger than 1 MiB/],
  ] as const) {
    const { status, body } = await client.add({
      build_id,
      benchmarks: { id: GRAPHICS_TEST_1 },
      files: [{ name, content }],
    });
    t.is(status, 422, name);
    t.regex(body.errors[0].detail, words);
  }
  t.deepEqual(await storedState(service, client), before);
  t.deepEqual(await placesOf(service, SECRET), []);
});

test("after all fixtures were submitted in archives with licence keys, no store contains a key", async (t) => {
  const service = await startTestService(t);
  const client = await service.signIn("sender of archives", "pro");
  const exports = await fixturesOf("3dmark");
  const archives = exports.map(({ name, content }, index) => {
    const make = index % 2 === 0 ? makeThreeDMarkResult : makeThreeDMark11Result;
    return { name: `${name}.3dmark-result`, content: make(String(content)) };
  });
  const renamed = { name: "renamed.3dmark-result", content: makeThreeDMarkResult(arielleXml) };
  for (const { name, content } of [...archives, renamed])
    t.true(content.includes(SECRET), `${name} contains the key`);
  const results = await submitAll(client, GRAPHICS_TEST_1, [...exports, ...archives, renamed]);
  t.like(results.at(-1), { status: "failed", code: "private_fields" });
  const captures = await fixturesOf("captures");
  const secret = { name: "licence.txt", content: Buffer.from(SECRET), method: 0 };
  const games = await submitAll(client, GAME, [
    ...captures.map(({ name, content }, index) =>
      index % 2 === 0
        ? { name: `${name}.zip`, content: makeZip([{ name, content: Buffer.from(content) }]) }
        : { name: `${name}.gz`, content: gzipSync(content) },
    ),
    {
      name: "both.zip",
      content: makeZip([
        ...captures.slice(0, 1).map(({ name, content }) => ({ name, content: Buffer.from(content) })),
        secret,
      ]),
    },
  ]);
  t.deepEqual(
    games.filter(({ status }) => status !== "complete"),
    [{ name: "both.zip", status: "failed", code: "wrong_format" }],
  );
  const archivesLeft = () => service.stores.db.collection("runs").countDocuments({ "file.is_archive": true });
  await until(async () => (await archivesLeft()) === 0, "no archive is left");
  const uploads = service.stores.db.collection("uploads");
  await until(async () => (await uploads.countDocuments()) === 0, "no file is being removed");
  t.deepEqual(await placesOf(service, SECRET), []);
  t.true((await placesOf(service, "PerformanceGraphicsTest1")).length > 0, "the results are stored");
});

test("folder names of a person and the id of a machine in a capture are stored only in its file", async (t) => {
  const service = await startTestService(t);
  const client = await service.signIn("owner of a folder");
  const marker = "PrivateMarker";
  const folder = `C:\\Users\\${marker}\\Games`;
  const lines = [
    `//MachineId=${marker}`,
    `//Processor=${folder}`,
    `//GPU=D:/${marker}/gpu`,
    `//Comment=${marker}`,
    "Application,ProcessID,MsBetweenPresents",
    ...Array.from({ length: 120 }, () => `${folder}\\doom.exe,1,16`),
    ...Array.from({ length: 20 }, () => `${folder}\\tool.exe,2,16`),
  ];
  const content = `${lines.join("\n")}\n`;
  const [run] = await submitAll(client, GAME, [{ name: "capture.csv", content }]);
  t.is(run?.status, "complete");
  const places = await placesOf(service, marker);
  t.deepEqual(
    places.map((place) => place.split(" ")[0]),
    ["submissions.contents"],
  );
});

test("the test helper that searches the stores for a secret also searches Redis", async (t) => {
  const service = await startTestService(t);
  const { redis, keyPrefix } = service.stores;
  await redis.set(`${keyPrefix}:text`, SECRET);
  await redis.hset(`${keyPrefix}:hash`, "field", SECRET);
  t.deepEqual((await placesOf(service, SECRET)).sort(), [
    `redis ${keyPrefix}:hash`,
    `redis ${keyPrefix}:text`,
  ]);
});

test("the capture in a packed file is stored in place of the packed file, under the capture's name", async (t) => {
  const service = await startTestService(t);
  const client = await service.signIn("packer");
  const content = Buffer.from(await fixture("captures/presentmon-2.3.1.csv"));
  const build_id = await client.makeBuild();
  for (const [name, packed, keptName] of [
    ["captures.zip", makeZip([{ name: "folder/game.csv", content }]), "game.csv"],
    ["game-2.csv.gz", gzipSync(content), "game-2.csv"],
  ] as const) {
    const files = [{ name, content: packed }];
    const { body } = await client.add({ build_id, benchmarks: { id: GAME }, files });
    const path = `/benchmarks/runs/${body.runs[0].run_id}`;
    await client.waitForRun(body.runs[0].run_id as string);
    await until(async () => (await client.get(`${path}/file`)).status === 200, "the capture is stored");
    const file = await client.get(`${path}/file`);
    t.is(file.text, content.toString("utf8").replace(/^\ufeff/, ""));
    t.true(file.headers.get("content-disposition")?.includes(keptName), keptName);
    t.is((await client.get(path)).body.file.name, name);
  }
});
