import test from "ava";
import { makeMangoHudLog } from "../../helpers/log-generator.ts";
import { makeEgoLog, makeHwinfoLog } from "../../helpers/odd-captures.ts";
import { startTestService } from "../../helpers/service.ts";
import { makeThreeDMarkResult, makeZip } from "../../helpers/zip-generator.ts";
import { eventually } from "../../faults/system.ts";
import { madeExports } from "../../helpers/three-d-mark-generator.ts";
import { storedState } from "../../helpers/stored-state.ts";

const service = await startTestService(test);

const capture = (application: Uint8Array | string, rows = 1200) => {
  const row = Buffer.concat([Buffer.from(application), Buffer.from(",10\n")]);
  return Buffer.concat([
    Buffer.from("Application,MsBetweenPresents\n"),
    ...Array.from({ length: rows }, () => row),
  ]);
};

async function submitter(name: string) {
  const client = await service.signIn(name);
  const build_id = await client.makeBuild();
  const add = (content: Uint8Array | string, details: object = {}) =>
    client.add({ build_id, benchmarks: { id: 16, ...details }, files: [{ name: "sent.csv", content }] });
  const read = async (content: Uint8Array | string, details: object = {}) => {
    const { status, text, body } = await add(content, details);
    if (status !== 200) throw new Error(text);
    return (await client.waitForRun(body.runs[0].run_id)).body;
  };
  return { client, add, read };
}

// "原神.exe" in code page 936.
const otherPage = Buffer.from("d4adc9f12e657865", "hex");

test("a game name in another code page, or one that many games share, gives no variant until the submission names the game", async (t) => {
  const { read, add } = await submitter("odd names");
  for (const [name, words] of [
    [otherPage, /code page of Windows/],
    ["Game.exe", /"Game\.exe" stands for many games/],
    ["GAME.EXE", /"GAME\.EXE" stands for many games/],
    ["Game.x86_64", /"Game\.x86_64" stands for many games/],
  ] as const) {
    const run = await read(capture(name));
    t.like(run, { status: "complete", score: 100, variant: null, standing: null });
    t.regex(run.warnings.join(" "), words);
    t.regex(run.warnings.join(" "), /no other result.*"game"/);
    t.notRegex(JSON.stringify(run), /[\ufffd\u00d4\u00f1\u539f]/);
    const named = await read(capture(name), { game: "Harbour Lights" });
    t.like(named, { variant: "harbour lights", title: "Harbour Lights" });
    t.notRegex(named.warnings.join(), /no other result/);
  }
  const refused = await add(capture("Harbour.exe"), { game: "Harbour Lights" });
  t.is(refused.status, 422);
});

test.serial(
  "a CSV header is found in the first MiB of small and large files; a file without a header there is refused at once",
  async (t) => {
    const { client, add, read } = await submitter("late headers");
    const note = "a line of text before the header\n";
    for (const bytes of [3000, 200_000, 900_000]) {
      const content = Buffer.concat([Buffer.from(note.repeat(bytes / note.length)), capture("Harbour.exe")]);
      t.like(await read(content), { status: "complete", score: 100, variant: "harbour" });
    }
    const before = await storedState(service, client);
    const late = Buffer.concat([Buffer.from(note.repeat(1_100_000 / note.length)), capture("Harbour.exe")]);
    const { status, body } = await add(late);
    t.is(status, 422);
    t.regex(
      body.errors[0].detail,
      /"sent\.csv": This is a text file of an unknown kind that begins "a line of text/,
    );
    t.deepEqual(await storedState(service, client), before);
  },
);

test("frame times of the EGO engine, logs of HWiNFO, and MangoHud's microseconds are read and ranked", async (t) => {
  const { read } = await submitter("odd tools");
  const frameTimes = Array.from({ length: 1200 }, () => 12.5);
  const rates = Array.from({ length: 20 }, () => ["80.0"]);
  const micros = makeMangoHudLog({ frameTimes, hasMicroseconds: true }).replace(
    "\n80.0000,12500",
    "\n98.2,190",
  );
  t.regex(micros, /\n98\.2,190,/);
  const game = "Harbour Lights";
  for (const [content, tool] of [
    [makeEgoLog(frameTimes, ["Benchmark Mode Frame Times"]), "EGO engine"],
    [makeHwinfoLog({ rateNames: ["Framerate [FPS]"], samples: rates }), "HWiNFO"],
    [micros, "MangoHud"],
  ] as const) {
    const run = await read(content, { game });
    t.is(Math.round(run.score), 80, tool);
    t.like(run, { status: "complete", unranked: null, variant: "harbour lights" });
    t.is(run.metrics.tool, tool);
  }
});

test("a zipped XML export is read, and only the export is stored", async (t) => {
  const client = await service.signIn("zipped export");
  const build_id = await client.makeBuild();
  const xml = madeExports["time-spy"] ?? "";
  const zip = makeZip([{ name: "run of today.xml", content: Buffer.from(xml) }]);
  for (const [content, name] of [
    [zip, "run of today.xml"],
    [makeThreeDMarkResult(xml), "Result.xml"],
  ] as const) {
    const added = await client.add({ build_id, benchmarks: { id: 7 }, files: [{ name: "a.zip", content }] });
    const { run_id } = added.body.runs[0];
    t.like((await client.waitForRun(run_id)).body, { status: "complete", variant: "Time Spy" });
    const download = () => client.get(`/benchmarks/runs/${run_id}/file`);
    const file = await eventually(download, ({ text }) => text === xml);
    t.regex(file.headers.get("content-disposition") ?? "", new RegExp(name.split(" ")[0] ?? name));
  }
});
