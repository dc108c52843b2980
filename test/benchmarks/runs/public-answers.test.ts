import test from "ava";
import type { Client, SentFile } from "../../helpers/client.ts";
import { startTestService } from "../../helpers/service.ts";
import { makeThreeDMarkResult, makeZip } from "../../helpers/zip-generator.ts";

const service = await startTestService(test);

const HEADER = "Application,ProcessID,MsBetweenPresents";
const rows = (application: string, processId: string, count: number) =>
  `${application},${processId},16\n`.repeat(count);
const failedExport =
  "<benchmark><results><result><sourceid>FileMarker-FAILED-2024</sourceid></result></results></benchmark>";

/**
 * Files with private texts in their names and their content. The run of the first file becomes complete, and all other
 * runs fail.
 */
const files: readonly (SentFile & { benchmark: number })[] = [
  {
    benchmark: 16,
    name: "NameMarker.csv",
    content: `${HEADER}\n${rows("harbour.exe", "IdMarker", 1200)}${rows("FileMarker.exe", "IdMarker", 30)}`,
  },
  { benchmark: 16, name: "NameMarker-2.csv", content: `${HEADER}\n${rows("dwm.exe", "IdMarker", 9)}` },
  {
    benchmark: 16,
    name: "NameMarker-3.csv",
    content: `${HEADER}\n${rows("", "", 50)}${rows("FileMarker.exe", "IdMarker", 9)}`,
  },
  { benchmark: 7, name: "NameMarker.xml", content: failedExport },
  { benchmark: 7, name: "NameMarker.3dmark-result", content: makeThreeDMarkResult(failedExport) },
  {
    benchmark: 7,
    name: "NameMarker.zip",
    content: makeZip([{ name: "FileMarker.txt", content: Buffer.from("x") }]),
  },
];

async function submit(client: Client, buildId: number): Promise<string[]> {
  const runIds: string[] = [];
  for (const { benchmark, ...file } of files) {
    const form = { build_id: buildId, benchmarks: { id: benchmark }, files: [file] };
    const { body, text } = await client.add(form);
    if (!body?.runs) throw new Error(text);
    runIds.push(body.runs[0].run_id as string);
    await client.waitForRun(body.runs[0].run_id as string);
  }
  return runIds;
}

/** Returns everything that a client can read about a build and its runs, as text. */
async function readAll(client: Client, buildId: number, runIds: readonly string[]): Promise<string> {
  const paths = [
    `/builds/${buildId}`,
    `/builds/${buildId}/runs`,
    ...runIds.flatMap((id) =>
      ["", "/frames", "/chart.svg", "/file"].map((rest) => `/benchmarks/runs/${id}${rest}`),
    ),
  ];
  const answers = await Promise.all(paths.map(async (path) => client.get(path)));
  return answers.map(({ text, headers }) => `${text}\n${JSON.stringify([...headers])}`).join("\n");
}

const isSecret = /NameMarker|FileMarker|IdMarker|sha256/;

test("only the submitter of a file gets its name, its hash and private texts in it", async (t) => {
  const owner = await service.signIn("submitter");
  const buildId = await owner.makeBuild();
  const runIds = await submit(owner, buildId);
  const stranger = await service.signIn("stranger");
  for (const client of [service.anonymous, stranger]) {
    const text = await readAll(client, buildId, runIds);
    t.deepEqual(isSecret.exec(text), null);
    t.true(text.includes("also holds another process (30 rows)"));
    t.true(text.includes("holds only the desktop"));
  }
  const { body } = await stranger.get(`/benchmarks/runs/${runIds[0]}`);
  t.deepEqual(Object.keys(body.file as object), ["format", "bytes"]);

  const own = await readAll(owner, buildId, runIds);
  t.regex(own, /also holds \\?"FileMarker\.exe\\?" \(process IdMarker, 30 rows\)/);
  for (const secret of ["NameMarker.csv", "sha256", "FileMarker.txt", "FileMarker-FAILED"])
    t.true(own.includes(secret), secret);
});

test("an admin gets the messages for the submitter, but not the name and hash of the file", async (t) => {
  const owner = await service.signIn("owner of a file");
  const [runId = ""] = await submit(owner, await owner.makeBuild());
  const admin = await service.signIn("admin");
  await service.stores.db.collection("accounts").updateOne({ name: "admin" }, { $set: { role: "admin" } });
  const { body } = await admin.get(`/benchmarks/runs/${runId}`);
  t.regex(body.warnings.join("\n"), /FileMarker\.exe/);
  t.deepEqual(Object.keys(body.file as object), ["format", "bytes"]);
});
