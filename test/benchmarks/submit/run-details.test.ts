import test, { type ExecutionContext } from "ava";
import { makeAfterburnerLog, makeMangoHudLog } from "../../helpers/log-generator.ts";
import { startTestService } from "../../helpers/service.ts";
import { storedState } from "../../helpers/stored-state.ts";

const service = await startTestService(test);

const rows = (application: string, count: number, cell: string) => `${application},${cell}\n`.repeat(count);
const capture = (content: string, name = "capture.csv") => ({
  name,
  content: `Application,MsBetweenPresents\n${content}`,
});
const twoGames = capture(rows("doom.exe", 1010, "10") + rows("quake.exe", 510, "20"));
const mangoHud = (ms: number, name: string) => ({
  name,
  content: makeMangoHudLog({ frameTimes: Array.from({ length: Math.max(300, 11_000 / ms) }, () => ms) }),
});
const settings = {
  resolution: "2560x1440",
  preset: "Ultra",
  api: "Vulkan",
  driver: "566.03",
  os: "Windows 11",
  notes: "side panel off",
};

test("settings of a submission are stored with each of its runs, are public, and are in the account's export", async (t) => {
  const client = await service.signIn("settings");
  const build_id = await client.makeBuild();
  const typed = { ...settings, notes: " side\u200b panel\noff " };
  const scores = await client.add({ build_id, benchmarks: { id: 15, runs: [1, 2], settings: typed } });
  t.is(scores.status, 200, scores.text);
  for (const { run_id } of scores.body.runs) {
    const { body } = await service.anonymous.get(`/benchmarks/runs/${run_id}`);
    t.deepEqual(body.settings, settings);
    t.is(body.unranked, null);
  }
  const listed = await service.anonymous.get(`/builds/${build_id}/runs?page=1&limit=9`);
  t.deepEqual(listed.body.results[0].settings, settings);
  const run = await service.stores.db.collection("runs").findOne({ build_id });
  t.deepEqual(run?.["settings"], settings);
  const submission = await service.stores.db.collection("submissions").findOne({ build_id });
  t.deepEqual(submission?.["settings"], settings, "the runs can be made again from the submission");
  t.is((await client.get("/me/export")).text.split("side panel off").length - 1, 3);

  const without = await client.add({ build_id, benchmarks: { id: 15, runs: [1], settings: {} } });
  const { body } = await client.get(`/benchmarks/runs/${without.body.runs[0].run_id}`);
  t.false("settings" in body);
});

test("the worker reads the application that the form names by file name, and stores the recording of the form", async (t) => {
  const client = await service.signIn("application");
  const build_id = await client.makeBuild();
  const read = async (details: object) => {
    const added = await client.add({ build_id, benchmarks: { id: 16, ...details }, files: [twoGames] });
    t.is(added.status, 200, added.text);
    return (await client.waitForRun(added.body.runs[0].run_id)).body;
  };
  t.is((await read({})).variant, "doom");
  const quake = await read({ application: "C:\\Games\\ada\\Quake.exe", recording: 1 });
  t.like(quake, { variant: "quake", title: "quake.exe", score: 50, recording: 1 });
  t.regex(quake.warnings.join(), /quake\.exe.*also holds "doom\.exe"/);
  const missing = await read({ application: "zelda.exe" });
  t.is(missing.error.code, "application_not_found");
  const stored = await service.stores.db.collection("runs").findOne({ build_id, recording: 1 });
  t.is(stored?.["application"], "Quake.exe");
});

const recordingOf = (rates: readonly (number | string)[], start: string) => ({
  start: new Date(start),
  names: ["Framerate"],
  // The log repeats the given rates for twelve seconds, because only logs of at least 10 s are ranked.
  samples: Array.from({ length: 12 }, (_, index) => [String(rates[index % rates.length])]),
});
const twoRecordings = {
  name: "log.hml",
  content: makeAfterburnerLog([
    recordingOf([390, 410], "2026-01-31T20:00:00Z"),
    recordingOf([50, 70], "2026-01-31T21:00:00Z"),
  ]),
};

test("several recordings or games of one file can be submitted one after the other, and each counts once in the statistics", async (t) => {
  const client = await service.signIn("one by one");
  const build_id = await client.makeBuild();
  const read = async (file: { name: string; content: string | Uint8Array }, details: object) => {
    const added = await client.add({ build_id, benchmarks: { id: 16, ...details }, files: [file] });
    t.is(added.status, 200, added.text);
    const { body } = await client.waitForRun(added.body.runs[0].run_id);
    const isRepeated = body.warnings.join().includes("same file");
    return { ...body, isRepeated };
  };
  const refused = await read(twoRecordings, {});
  t.is(refused.error.code, "joined_captures");
  t.regex(refused.error.detail, /recording 1 \(begins 31-01-2026.*recording 2 \(.*such as recording 1, or/);
  const named = { application: "zelda" };
  t.like(await read(twoRecordings, { ...named, recording: 1 }), { score: 400, isRepeated: false });
  t.like(await read(twoRecordings, { ...named, recording: 2 }), { score: 60, isRepeated: false });
  t.like(await read(twoRecordings, { ...named, recording: 2 }), { score: 60, isRepeated: true });
  t.like(await read(twoGames, {}), { variant: "doom", isRepeated: false });
  t.like(await read(twoGames, { application: "quake" }), { variant: "quake", isRepeated: false });
  t.like(await read(twoGames, { application: "DOOM", recording: 1 }), {
    variant: "doom",
    isRepeated: true,
  });
  const { results } = (await client.get(`/builds/${build_id}`)).body;
  t.deepEqual(
    results.map(({ variant, runs, mean }: Record<string, unknown>) => [variant, runs, mean]),
    [
      ["doom", 1, 100],
      ["quake", 1, 50],
      ["zelda", 2, 230],
    ],
  );
});

const desktopBeforeGame = {
  name: "desktop.hml",
  content: makeAfterburnerLog([
    recordingOf(["N/A", "N/A"], "2026-01-31T20:00:00Z"),
    recordingOf([50, 70], "2026-01-31T21:00:00Z"),
  ]),
};

for (const [when, details] of [
  ["first without and then with its number", [{}, { recording: 2 }]],
  ["first with and then without its number", [{ recording: 2 }, {}]],
  ["twice without its number", [{}, {}]],
] as const)
  test(`the only recording with a frame rate in a log counts once if the log is sent ${when}`, async (t) => {
    const client = await service.signIn(when);
    const build_id = await client.makeBuild();
    const runs: { score: number; recording: number; warnings: string[] }[] = [];
    for (const detail of details) {
      const benchmarks = { id: 16, application: "zelda", ...detail };
      const added = await client.add({ build_id, benchmarks, files: [desktopBeforeGame] });
      t.is(added.status, 200, added.text);
      runs.push((await client.waitForRun(added.body.runs[0].run_id)).body);
    }
    t.deepEqual(
      runs.map(({ score, recording, warnings }) => [score, recording, /same file/.test(warnings.join())]),
      [
        [60, 2, false],
        [60, 2, true],
      ],
    );
    const { results } = (await client.get(`/builds/${build_id}`)).body;
    t.like(results, [{ variant: "zelda", runs: 1, mean: 60 }]);
    t.is(results.length, 1);
  });

test("a request with a used idempotency key but another application, recording or setting is refused", async (t) => {
  const client = await service.signIn("fingerprint");
  const build_id = await client.makeBuild();
  const send = (details: object) => {
    const form = new FormData();
    form.append("build_id", String(build_id));
    form.append("benchmarks", JSON.stringify({ id: 16, ...details }));
    form.append("files", new Blob([twoGames.content]), twoGames.name);
    return client.addForm(form, { "Idempotency-Key": "k" });
  };
  const { driver, os } = settings;
  const first = await send({ application: "doom.exe", settings: { driver, os } });
  t.is(first.status, 200, first.text);
  t.is((await send({ settings: { os, driver }, application: "doom.exe" })).text, first.text);
  for (const other of [
    { settings: { driver, os } },
    { application: "quake.exe", settings: { driver, os } },
    { application: "doom.exe", settings: { driver } },
    { application: "doom.exe", settings: { driver, os: "Linux" } },
    { application: "doom.exe", recording: 1, settings: { driver, os } },
  ])
    t.is((await send(other)).status, 422, JSON.stringify(other));
});

test("each run of an unknown game has statistics of its own and is never grouped with other runs", async (t) => {
  const client = await service.signIn("unknown");
  const build_id = await client.makeBuild();
  const files = [
    mangoHud(10, "a.csv"),
    mangoHud(20, "b.csv"),
    mangoHud(25, "Zelda_2025-10-01_18-56-13.csv"),
    mangoHud(50, "Zelda_2025-10-02_18-56-13.csv"),
  ];
  const added = await client.add({ build_id, benchmarks: { id: 16 }, files });
  const ids: string[] = added.body.runs.map(({ run_id }: { run_id: string }) => run_id);
  for (const id of ids) await client.waitForRun(id);
  const figures = async () =>
    (await service.anonymous.get(`/builds/${build_id}`)).body.results
      .map((result: Record<string, unknown>) => [
        result["variant"],
        result["runs"],
        result["best"],
        result["mean"],
      ])
      .sort((a: number[], b: number[]) => Number(b[2]) - Number(a[2]));
  t.deepEqual(await figures(), [
    [null, 1, 100, 100],
    [null, 1, 50, 50],
    ["zelda", 2, 40, 30],
  ]);
  t.is((await client.send("DELETE", `/benchmarks/runs/${ids[0]}`)).status, 204);
  t.deepEqual(await figures(), [
    [null, 1, 50, 50],
    ["zelda", 2, 40, 30],
  ]);
});

test("an implausible run is complete, and the reason why it is unranked is public", async (t) => {
  const client = await service.signIn("unranked");
  const build_id = await client.makeBuild();
  const files = [capture(rows("doom.exe", 400, "16667"))];
  const added = await client.add({ build_id, benchmarks: { id: 16 }, files });
  const { run_id } = added.body.runs[0];
  const { body } = await client.waitForRun(run_id);
  t.is(body.status, "complete");
  t.regex(body.unranked.reason, /microseconds/);
  t.true(body.warnings.includes(body.unranked.reason));
  t.deepEqual((await service.anonymous.get(`/benchmarks/runs/${run_id}`)).body.unranked, body.unranked);
  t.is(body.unranked.code, "implausible");
  t.like((await client.get(`/builds/${build_id}`)).body.results[0], {
    runs: 1,
    unranked_runs: 1,
    best: null,
  });
});

const faults: Record<string, { benchmarks: object; pointers: string[]; says?: RegExp }> = {
  "a score above the plausible range": {
    benchmarks: { id: 15, runs: [15_000, 500_001] },
    pointers: ["/benchmarks/runs/1"],
    says: /Expected a score of Cinebench R23 from 1 to 500000, found 500001/,
  },
  "scores outside the range of another benchmark": {
    benchmarks: { id: 3, runs: [200_001, 0.5, 200_000] },
    pointers: ["/benchmarks/runs/0", "/benchmarks/runs/1"],
    says: /Cinebench R20 from 1 to 200000/,
  },
  "an application and a recording for scores": {
    benchmarks: { id: 15, runs: [1], application: "a.exe", recording: 1 },
    pointers: ["/benchmarks/application", "/benchmarks/recording"],
    says: /this field is for captures of a game/,
  },
  "an application for a 3DMark export": {
    benchmarks: { id: 7, application: "a.exe" },
    pointers: ["/benchmarks/application", "/files"],
  },
  "a recording that is no whole number from 1": {
    benchmarks: { id: 16, recording: 0 },
    pointers: ["/benchmarks/recording"],
  },
  "an application without a name": {
    benchmarks: { id: 16, application: "C:\\" },
    pointers: ["/benchmarks/application"],
  },
  "an unknown setting, and a setting that is not a string": {
    benchmarks: { id: 16, settings: { colour: "red", os: 11 } },
    pointers: ["/benchmarks/settings/colour", "/benchmarks/settings/os"],
  },
  "texts that are too long": {
    benchmarks: {
      id: 16,
      application: "a".repeat(261),
      settings: { preset: "a".repeat(101), notes: "a".repeat(1001) },
    },
    pointers: ["/benchmarks/application", "/benchmarks/settings/notes", "/benchmarks/settings/preset"],
  },
  "settings that are null": { benchmarks: { id: 16, settings: null }, pointers: ["/benchmarks/settings"] },
};

async function refuses(t: ExecutionContext, { benchmarks, pointers, says }: (typeof faults)[string]) {
  const client = await service.signIn(t.title.slice(-80));
  const build_id = await client.makeBuild();
  const before = await storedState(service, client);
  const { status, body, text } = await client.add({ build_id, benchmarks });
  t.is(status, 422, text);
  const found = (body.errors as { pointer: string }[]).map(({ pointer }) => pointer).sort();
  t.deepEqual(found, pointers);
  if (says) t.regex(text, says);
  t.deepEqual(await storedState(service, client), before);
}

for (const [name, fault] of Object.entries(faults))
  test.serial(`a submission with ${name} gets a 422, and nothing is stored`, (t) => refuses(t, fault));
