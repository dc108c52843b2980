import test from "ava";
import { makeMangoHudLog } from "../../helpers/log-generator.ts";
import { startTestService } from "../../helpers/service.ts";
import { storedState } from "../../helpers/stored-state.ts";

const service = await startTestService(test);

const capture = (application: string, rows = 400, name = "capture.csv") => ({
  name,
  content: `Application,MsBetweenPresents\n${`${application},10\n`.repeat(rows)}`,
});
const mangoHud = (name: string) => ({
  name,
  content: makeMangoHudLog({ frameTimes: Array.from({ length: 400 }, () => 10) }),
});

type File = ReturnType<typeof mangoHud> | ReturnType<typeof capture>;

async function submitter(name: string) {
  const client = await service.signIn(name);
  const build_id = await client.makeBuild();
  const add = (file: File, details: object = {}) =>
    client.add({ build_id, benchmarks: { id: 16, ...details }, files: [file] });
  const read = async (file: File, details: object = {}) => {
    const added = await add(file, details);
    t200(added);
    return (await client.waitForRun(added.body.runs[0].run_id)).body;
  };
  return { client, build_id, add, read };
}

function t200({ status, text }: { status: number; text: string }): void {
  if (status !== 200) throw new Error(`expected 200, found ${status}: ${text}`);
}

test("captures of one game have the same variant and title, whatever the operating system and the capture tool", async (t) => {
  const { client, build_id, read } = await submitter("one variant");
  const game = { variant: "csgo", title: "Counter-Strike: Global Offensive", game: null, label: null };
  t.like(await read(capture("csgo.exe")), game);
  t.like(await read(capture("CSGO.EXE")), game);
  t.like(await read(mangoHud("csgo_linux64_2025-10-01_18-56-13.csv")), game);
  t.like(await read(mangoHud("log.csv"), { application: "csgo_linux64" }), game);
  t.like(await read(mangoHud("log.csv"), { game: "counter-strike: GLOBAL offensive" }), {
    ...game,
    game: "counter-strike: GLOBAL offensive",
  });
  const { results } = (await client.get(`/builds/${build_id}`)).body;
  t.deepEqual(
    results.map(({ variant }: { variant: string }) => variant),
    ["csgo"],
  );
  t.like(await read(capture("Harbour.EXE")), { variant: "harbour", title: "Harbour.EXE" });
  t.like(await read(capture("GTA5.exe")), { variant: "gta5", title: "Grand Theft Auto V" });
  const enhanced = { variant: "gta5_enhanced", title: "Grand Theft Auto V Enhanced" };
  t.like(await read(capture("GTA5_Enhanced.exe")), enhanced);
  for (const name of ["Control.exe", "Control", "Control_DX11.exe"])
    t.like(await read(capture(name)), { variant: "control_dx12", title: "Control" });
});

test("a warning says whether the submission or the name of the file names the game, unless a game is typed", async (t) => {
  const { read } = await submitter("sources");
  const file = mangoHud("Harbour_2025-10-01_18-56-13.csv");
  const warningsOf = async (details?: object) => (await read(file, details)).warnings.join();
  t.regex(await warningsOf(), /the game is "Harbour", as the name of the file says/);
  t.regex(await warningsOf({ application: "Quay" }), /the game is "Quay", as the submission says/);
  t.notRegex(await warningsOf({ application: "Quay", game: "Zelda" }), /the game is/);
});

test("a run whose file has no program name, or a name that many games share, has a warning and no variant unless the submission names the game", async (t) => {
  const { read } = await submitter("shared names");
  for (const file of [
    capture("javaw.exe"),
    capture("gamescope"),
    mangoHud("mangoapp_2025-10-01_18-56-13.csv"),
  ]) {
    const run = await read(file);
    t.like(run, { status: "complete", variant: null, game: null, standing: null });
    t.regex(run.warnings.join(), /compares the result with no other.*"game".*page of the run/);
    const named = await read(file, { game: "Harbour Lights", label: "first" });
    t.like(named, {
      variant: "harbour lights",
      title: "Harbour Lights",
      game: "Harbour Lights",
      label: "first",
    });
    t.deepEqual(
      named.warnings.filter((text: string) => text.includes("no other")),
      [],
    );
    t.is(named.standing?.all ?? null, null);
  }
  t.is((await read(capture("javaw.exe"))).title, "javaw.exe");
  t.is((await read(mangoHud("log.csv"))).title, null);
});

test("a program's file name is refused as a typed-in game, but a game's title that equals a program's name is accepted", async (t) => {
  const { client, read, add } = await submitter("programs as games");
  const run = await read(capture("Client-Win64-Shipping.exe"));
  const rename = (game: string) => client.send("PATCH", `/benchmarks/runs/${run.run_id}`, { game });
  for (const game of [
    "Client-Win64-Shipping",
    "javaw",
    "HL2",
    "steam.exe",
    "Chrome",
    "gamescope",
    "foo.exe",
  ]) {
    const sent = await add(capture("javaw.exe"), { game });
    t.is(sent.status, 422, game);
    t.is(sent.body.errors[0].pointer, "/benchmarks/game");
    const changed = await rename(game);
    t.is(changed.status, 422, game);
    t.is(changed.body.errors[0].pointer, "/game");
    t.regex(changed.body.errors[0].detail, /Expected the title of a game/);
  }
  t.like((await client.get(`/benchmarks/runs/${run.run_id}`)).body, { variant: null, game: null });
  for (const [game, variant] of [
    ["Prey", "prey"],
    ["Hitman", "hitman"],
    ["Dead Space", "dead space"],
    ["Origin", "origin"],
    ["cs2.exe", "cs2"],
  ] as const)
    t.like((await rename(game)).body, { game, variant });
});

test("a submission's empty game counts as no game, and an empty label as no label", async (t) => {
  const { read } = await submitter("empty texts");
  const run = await read(capture("harbour.exe"), { game: " ", label: "" });
  t.like(run, { variant: "harbour", game: null, label: null });
});

test.serial(
  "a submission with a typed-in game is refused if the beginning of its file names the game, and nothing is stored",
  async (t) => {
    const { client, build_id, add } = await submitter("named by the file");
    const before = await storedState(service, client);
    const one = await add(capture("Cyberpunk2077.exe"), { game: "Zelda" });
    t.is(one.status, 422);
    t.is(one.body.errors[0].pointer, "/benchmarks/game");
    t.regex(one.text, /\\?"capture\.csv\\?" names its game: \\?"Cyberpunk2077\.exe\\?" \(Cyberpunk 2077\)/);
    const two = await client.add({
      build_id,
      benchmarks: { id: 16, game: "Zelda" },
      files: [
        capture("harbour.exe", 4000, "a.csv"),
        capture("javaw.exe", 400, "b.csv"),
        capture("doom.exe", 9, "c.csv"),
      ],
    });
    t.deepEqual(
      two.body.errors.map(({ detail }: { detail: string }) => /"(.)\.csv/.exec(detail)?.[1]),
      ["a", "c"],
    );
    t.deepEqual(await storedState(service, client), before);
  },
);

test("if a worker finds the game only later in a file, the run has this game, and a warning says that the typed-in game is not used", async (t) => {
  const { read } = await submitter("named late");
  const content = `Application,MsBetweenPresents\n${"steam.exe,10\n".repeat(9000)}${"harbour.exe,10\n".repeat(400)}`;
  const run = await read({ name: "late.csv", content }, { game: "Zelda" });
  t.like(run, { variant: "harbour", title: "harbour.exe", game: "Zelda" });
  t.regex(run.warnings.join(), /"Zelda" was typed, but the file names "harbour\.exe"/);
});

for (const [name, benchmarks, pointer] of [
  ["a label of more than 60 characters", { id: 15, runs: [1], label: "a".repeat(61) }, "/benchmarks/label"],
  ["a label that is null", { id: 15, runs: [1], label: null }, "/benchmarks/label"],
  ["a game for scores", { id: 15, runs: [1], game: "Zelda" }, "/benchmarks/game"],
  ["a game for an export of 3DMark", { id: 7, game: "Zelda" }, "/benchmarks/game"],
  ["a test for a capture", { id: 16, test: "Time Spy" }, "/benchmarks/test"],
  ["an empty test", { id: 7, test: "" }, "/benchmarks/test"],
] as const)
  test(`a submission with ${name} is refused`, async (t) => {
    const { client, build_id } = await submitter(name);
    const { status, body } = await client.add({ build_id, benchmarks });
    t.is(status, 422);
    t.true(body.errors.some((fault: { pointer: string }) => fault.pointer === pointer));
  });

test("typed-in scores may have a label, and the list of a build's runs shows the label", async (t) => {
  const { client, build_id } = await submitter("labels");
  const benchmarks = { id: 15, runs: [900, 950], label: "  fans\tat 60 % " };
  const added = await client.add({ build_id, benchmarks });
  t.is(added.status, 200, added.text);
  const { results } = (await service.anonymous.get(`/builds/${build_id}/runs?page=1&limit=9`)).body;
  for (const run of results)
    t.like(run, { label: "fans at 60 %", title: null, game: null, benchmark_id: 15 });
});
