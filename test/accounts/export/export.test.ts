import { get, type IncomingMessage } from "node:http";
import { once } from "node:events";
import test from "ava";
import { ObjectId } from "mongodb";
import type { Run } from "../../../src/benchmarks/model/run.ts";
import { zipEntries } from "../../../src/readers/zip/zip-entries.ts";
import { extractEntry } from "../../../src/readers/zip/extract-entry.ts";
import { makeCapture, makeGameFrames } from "../../helpers/capture-generator.ts";
import type { Client } from "../../helpers/client.ts";
import { startTestService } from "../../helpers/service.ts";

/** The number of bytes that the service has read from its file store. */
let bytesRead = 0;
const service = await startTestService(test, {
  hasWorkers: false,
  overrides: {
    files: (files) => ({
      ...files,
      open: (file) =>
        files
          .open(file)
          .on("data", (chunk: Uint8Array) => (bytesRead += chunk.length))
          .pause(),
    }),
  },
});

/** Requests an export. Returns the response as soon as its headers arrive. */
async function beginExport({ cookie = "" }: Client): Promise<IncomingMessage> {
  const request = get(`${service.url}/me/export`, { headers: { Cookie: cookie }, agent: false });
  request.on("error", () => undefined);
  const [response] = (await once(request, "response")) as [IncomingMessage];
  return response;
}

async function filesIn(response: AsyncIterable<Uint8Array>): Promise<Map<string, string>> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of response) chunks.push(chunk);
  const zip = Buffer.concat(chunks);
  const files = await Promise.all(
    zipEntries(zip).map(async (entry) => [entry.name, (await extractEntry(zip, entry)).toString()] as const),
  );
  return new Map(files);
}

const capture = makeCapture("presentmon-2.3.1", makeGameFrames(7));

test("the export contains the account, its sessions and tokens without hashes, its builds, submissions, runs and files", async (t) => {
  const client = await service.signIn("exported");
  await service.signIn("exported");
  await client.post("/me/tokens", { name: "My uploader", scopes: ["read"] });
  const buildId = await client.makeBuild("My tower");
  await client.add({ build_id: buildId, benchmarks: { id: 15, runs: [1000] } });
  const names = ["../../evil.csv", "CON.csv", "a?b.csv", "a?b.csv"];
  const files = names.map((name, index) => ({ name, content: `${capture}game.exe,${index}\r\n` }));
  const { body } = await client.add({ build_id: buildId, benchmarks: { id: 16 }, files });
  const stranger = await service.signIn("not exported");
  await stranger.add({
    build_id: await stranger.makeBuild("Secret tower"),
    benchmarks: { id: 15, runs: [7] },
  });

  const response = await beginExport(client);
  t.is(response.statusCode, 200);
  t.is(response.headers["content-type"], "application/zip");
  t.is(response.headers["cache-control"], "no-store");
  t.regex(
    response.headers["content-disposition"] ?? "",
    /^attachment; filename="pc-benchmarks-export\.zip"$/,
  );
  const found = await filesIn(response);

  const json = (path: string) => JSON.parse(found.get(path) ?? "null");
  t.is(json("account.json").name, "exported");
  t.is(json("sessions.json").length, 2);
  t.deepEqual(Object.keys(json("sessions.json")[0]), [
    "session_id",
    "account_id",
    "device",
    "created_at",
    "expires_at",
  ]);
  t.is(json("tokens.json")[0].name, "My uploader");
  t.deepEqual(
    json("builds.json").map(({ name }: { name: string }) => name),
    ["My tower"],
  );
  t.is(json("submissions.json").length, 2);
  t.is(json("runs.json").length, 5);
  const all = [...found.values()].join("\n");
  t.false(all.includes("Secret tower"));
  const { db } = service.stores;
  const hashes = [
    ...(await db.collection("sessions").distinct("_id")),
    ...(await db.collection("access_tokens").distinct("_id")),
  ];
  t.true(hashes.length >= 4 && hashes.every((hash) => !all.includes(String(hash))));

  const paths = [...found.keys()].filter((path) => path.startsWith("files/"));
  const runIds = (body.runs as { run_id: string }[]).map(({ run_id }) => run_id);
  t.deepEqual(
    paths.toSorted(),
    ["evil.csv", "_CON.csv", "a_b.csv", "a_b.csv"]
      .map((name, index) => `files/${runIds[index]}/${name}`)
      .toSorted(),
  );
  for (const [index, runId] of runIds.entries())
    t.is(found.get(paths.find((path) => path.includes(runId)) ?? ""), files[index]?.content);
});

test("an export needs a session, and an account without any data gets an archive too", async (t) => {
  t.is((await service.anonymous.get("/me/export")).status, 401);
  const found = await filesIn(await beginExport(await service.signIn("empty")));
  t.is(found.get("runs.json"), "[]\n");
});

test("an export continues after a file that is damaged or lost in the store, and names the file", async (t) => {
  const client = await service.signIn("damaged");
  const large = capture + "game.exe,1,0x0,DXGI,0\r\n".repeat(30_000);
  const names = ["damaged.csv", "lost.csv", "whole.csv"];
  const sent = names.map((name) => ({ name, content: name === "damaged.csv" ? large : capture }));
  const form = { build_id: await client.makeBuild(), benchmarks: { id: 16 }, files: sent };
  const { body } = await client.add(form);
  const [damaged, lost, whole] = (body.runs as { run_id: string }[]).map(({ run_id }) => run_id);
  const { db } = service.stores;
  const fileIdOf = async (_id: string | undefined) =>
    new ObjectId((await db.collection<Run>("runs").findOne({ _id: _id ?? "" }))?.file?.file_id);
  await db.collection("files.chunks").deleteOne({ files_id: await fileIdOf(damaged), n: 1 });
  await db.collection("files.files").deleteOne({ _id: await fileIdOf(lost) });

  const found = await filesIn(await beginExport(client));
  t.is(found.get(`files/${whole}/whole.csv`), capture);
  const broken = JSON.parse(found.get("files-not-whole.json") ?? "[]") as {
    run_id: string;
    reason: string;
  }[];
  t.is(broken.length, 2);
  const faultOf = (runId: string | undefined) => broken.find(({ run_id }) => run_id === runId);
  t.like(faultOf(damaged), { path: `files/${damaged}/damaged.csv` });
  t.like(faultOf(lost), { path: `files/${lost}/lost.csv` });
  t.regex(faultOf(damaged)?.reason ?? "", /damaged in our store: .+/);
  t.regex(faultOf(lost)?.reason ?? "", /no longer stored/);
});

/** Resolves when the service has read no further bytes of stored files during twenty polls. */
async function untilStill(): Promise<void> {
  for (let before = -1, still = 0; still < 20;) {
    still = before === bytesRead ? still + 1 : 0;
    before = bytesRead;
    await new Promise((done) => setTimeout(done, 25));
  }
}

/** Repeats the request for an export until the service no longer refuses it. */
async function exportWhenFree(client: Client): Promise<IncomingMessage> {
  for (;;) {
    const response = await beginExport(client);
    if (response.statusCode !== 409) return response;
    response.resume();
    await new Promise((done) => setTimeout(done, 50));
  }
}

test.serial(
  "an account gets one export at a time, which waits while the client reads nothing and ends when the client disconnects",
  async (t) => {
    const client = await service.signIn("large");
    const row = capture.slice(capture.lastIndexOf("\n", capture.length - 2) + 1);
    const content = capture + row.repeat(Math.ceil((24 * 1024 * 1024) / row.length));
    const form = {
      build_id: await client.makeBuild(),
      benchmarks: { id: 16 },
      files: [{ name: "a.csv", content }],
    };
    t.is((await client.add(form)).status, 200);

    bytesRead = 0;
    const first = await beginExport(client);
    t.is(first.statusCode, 200);
    await untilStill();
    t.true(bytesRead < content.length, `the service read ${bytesRead} bytes for a client that reads none`);
    const second = await client.get("/me/export");
    t.is(second.status, 409);
    t.is(second.body.type, "http://bench.test/problems/export-under-way");
    t.is(second.headers.get("retry-after"), "30");
    t.is((await beginExport(await service.signIn("another account"))).resume().statusCode, 200);

    first.destroy();
    const third = await exportWhenFree(client);
    t.is(third.statusCode, 200);
    let length = 0;
    for await (const chunk of third as AsyncIterable<Uint8Array>) length += chunk.length;
    t.true(length > content.length);
    (await exportWhenFree(client)).destroy();
  },
);

test.serial(
  "an export that is running during the deletion of its account leaves nothing of the account",
  async (t) => {
    const client = await service.signIn("leaving");
    const { account_id } = (await client.get("/me")).body.account as { account_id: string };
    const response = await beginExport(client);
    t.is((await client.send("DELETE", "/me")).status, 204);
    t.is(
      await service.stores.db
        .collection<{ _id: string }>("leases")
        .countDocuments({ _id: `export:${account_id}` }),
      0,
    );
    response.destroy();
  },
);
