import test from "ava";
import { makeMangoHudLog } from "../../helpers/log-generator.ts";
import { openTestService, startTestService } from "../../helpers/service.ts";
import { untilRanked } from "../../helpers/until-ranked.ts";

const service = await startTestService(test);

/** The number of frames of a capture that lasts twelve seconds, which is long enough to be ranked. */
const ROWS = 1200;
const capture = (application: string) => ({
  name: "capture.csv",
  content: `Application,MsBetweenPresents\n${`${application},10\n`.repeat(ROWS)}`,
});
const pathOf = (runId: string) => `/benchmarks/runs/${runId}`;

async function submitter(name: string) {
  const client = await service.signIn(name);
  const build_id = await client.makeBuild();
  const submit = async (file: { name: string; content: string | Uint8Array }, details: object = {}) => {
    const added = await client.add({ build_id, benchmarks: { id: 16, ...details }, files: [file] });
    if (added.status !== 200) throw new Error(added.text);
    const runId = added.body.runs[0].run_id as string;
    await client.waitForRun(runId);
    return runId;
  };
  const change = (runId: string, body: object) => client.send("PATCH", pathOf(runId), body);
  return { client, build_id, submit, change };
}

const rankingOf = async (variant: string, settings = "") =>
  (await service.anonymous.get(`/benchmarks/16/ranking?variant=${encodeURIComponent(variant)}${settings}`))
    .body.total as number;

test("the submitter of a run sets, changes and removes its label, and everybody sees the label", async (t) => {
  const { build_id, client, change } = await submitter("labels");
  const added = await client.add({ build_id, benchmarks: { id: 15, runs: [900] } });
  const runId = added.body.runs[0].run_id as string;
  for (const [sent, label] of [
    [" fans at\t60 % ", "fans at 60 %"],
    ["a".repeat(60), "a".repeat(60)],
    ["", null],
  ] as const) {
    const { status, body } = await change(runId, { label: sent });
    t.is(status, 200);
    t.is(body.label, label);
    t.deepEqual((await service.anonymous.get(pathOf(runId))).body.label, label);
    const { results } = (await service.anonymous.get(`/builds/${build_id}/runs`)).body;
    t.is(results[0].label, label);
  }
  t.like((await change(runId, {})).body, { label: null, score: 900 });
});

test("the submitter of a run adds, changes and removes one setting; the other settings stay, and the rankings are updated", async (t) => {
  const { submit, change } = await submitter("settings");
  const runId = await submit(capture("settled.exe"), { settings: { resolution: "4K", notes: "open case" } });
  await untilRanked(service.stores);
  t.is(await rankingOf("settled", "&resolution=4K"), 1);
  const { status, body } = await change(runId, { settings: { resolution: "1440p", preset: "Ultra" } });
  t.is(status, 200);
  t.deepEqual(body.settings, { resolution: "1440p", preset: "Ultra", notes: "open case" });
  await untilRanked(service.stores);
  t.is(await rankingOf("settled", "&resolution=4K"), 0);
  t.is(await rankingOf("settled", "&resolution=1440p&preset=ultra"), 1);
  const removed = await change(runId, { settings: { resolution: "", preset: "", notes: "" } });
  t.false("settings" in removed.body);
  await untilRanked(service.stores);
  t.is(await rankingOf("settled", "&resolution=1440p"), 0);
  t.is(await rankingOf("settled"), 1);
});

test("rankings use a setting from the file rather than the typed-in one, and the run shows both with a warning", async (t) => {
  const { submit, change } = await submitter("stated settings");
  const header = "Application,GPU,CPU,Resolution,MsBetweenPresents,Render Queue Depth";
  const content = `${header}\n${"stated.exe,Made-up GPU,Made-up CPU,2560x1440,10,1\n".repeat(ROWS)}`;
  const runId = await submit({ name: "capture.csv", content });
  const { body } = await change(runId, { settings: { resolution: "4K" } });
  t.is(body.settings.resolution, "4K");
  t.is(body.recorded_on.resolution, "2560x1440");
  t.regex(
    body.warnings.join(),
    /says resolution "4K", the file says "2560x1440"\. Rankings use the value of the file/,
  );
  await untilRanked(service.stores);
  t.is(await rankingOf("stated", "&resolution=4K"), 0);
  t.is(await rankingOf("stated", "&resolution=1440p"), 1);
  const corrected = await change(runId, { settings: { resolution: "1440p" } });
  t.notRegex(corrected.body.warnings.join(), /says resolution/);
});

test("the submitter names the game of a run whose file names no game or a name that several games share, and the rankings are updated", async (t) => {
  const { client, build_id, submit, change } = await submitter("games");
  const content = makeMangoHudLog({ frameTimes: Array.from({ length: ROWS }, () => 10) });
  for (const file of [
    capture("javaw.exe"),
    { name: "log.csv", content },
    { name: "Foo_2025-10-01_18-56-13.csv", content },
  ]) {
    const runId = await submit(file);
    const { variant, title, warnings } = (await client.get(pathOf(runId))).body;
    const known = await change(runId, { game: "minecraft dungeons 7" });
    t.is(known.status, 200, known.text);
    t.like(known.body, {
      variant: "minecraft dungeons 7",
      title: "minecraft dungeons 7",
      game: "minecraft dungeons 7",
    });
    t.notRegex(known.body.warnings.join(), /no other|the game is/);
    await untilRanked(service.stores);
    t.is(await rankingOf("minecraft dungeons 7"), 1);
    t.like((await change(runId, { game: "COUNTER-strike 2" })).body, {
      variant: "cs2",
      title: "Counter-Strike 2",
    });
    await untilRanked(service.stores);
    t.is(await rankingOf("minecraft dungeons 7"), 0);
    t.is(await rankingOf("cs2"), 1);
    const { results } = (await client.get(`/builds/${build_id}`)).body;
    t.true(results.some((result: { variant: string }) => result.variant === "cs2"));
    const removed = (await change(runId, { game: "" })).body;
    t.like(removed, { variant, title, game: null });
    t.deepEqual(removed.warnings, warnings);
    await untilRanked(service.stores);
    t.is(await rankingOf("cs2"), 0);
    t.is((await client.send("DELETE", pathOf(runId))).status, 204);
  }
});

test("a run with an outlier mark loses the mark when its game is corrected, and keeps the mark otherwise", async (t) => {
  const { client, submit, change } = await submitter("corrected games");
  const runs = service.stores.db.collection<{ _id: string; outlier: object | null }>("runs");
  const runId = await submit(capture("javaw.exe"), { game: "Cyberpunk 2077" });
  const outlier = { detail: "too fast for Cyberpunk", public_detail: "too fast for Cyberpunk" };
  await untilRanked(service.stores);
  await runs.updateOne({ _id: runId }, { $set: { outlier, outlier_mark: { by: "cohort" } } });
  for (const body of [{ label: "fast" }, { game: "cyberpunk 2077" }])
    t.is((await change(runId, body)).body.unranked.code, "outlier");
  const corrected = await change(runId, { game: "corrected game" });
  t.like(corrected.body, { variant: "corrected game", unranked: null });
  await untilRanked(service.stores);
  t.is((await client.get(pathOf(runId))).body.unranked, null);
  t.is(await rankingOf("corrected game"), 1);
  await runs.updateOne({ _id: runId }, { $set: { outlier: null } });
  await change(runId, { game: "another corrected game" });
  t.false(
    "outlier" in ((await runs.findOne({ _id: runId })) ?? {}),
    "the run is checked again when it is ranked",
  );
});

test("a game is refused for a run whose file names its game, a run of a benchmark without games, and a run that failed", async (t) => {
  const { client, build_id, submit, change } = await submitter("refused games");
  const runId = await submit(capture("Cyberpunk2077.exe"));
  const refused = await change(runId, { game: "Zelda", label: "kept out" });
  t.is(refused.status, 422);
  t.is(refused.body.errors[0].pointer, "/game");
  t.regex(refused.body.errors[0].detail, /names its game: "Cyberpunk2077\.exe" \(Cyberpunk 2077\)/);
  t.like((await client.get(pathOf(runId))).body, { variant: "cyberpunk2077", game: null, label: null });
  const added = await client.add({ build_id, benchmarks: { id: 15, runs: [900] } });
  t.is((await change(added.body.runs[0].run_id, { game: "Zelda" })).status, 422);
  const failed = await submit({
    name: "desktop.csv",
    content: "Application,MsBetweenPresents\ndwm.exe,10\n",
  });
  t.regex(
    (await change(failed, { game: "Zelda" })).text,
    /Expected a complete run, found a run that is failed/,
  );
  t.is((await change(failed, { label: "the desktop" })).body.label, "the desktop");
});

test("the submitter can remove a typed-in game, and thereby the warning that the whole file names another game", async (t) => {
  const { client, submit, change } = await submitter("named late");
  const content = `Application,MsBetweenPresents\n${"steam.exe,10\n".repeat(9000)}${"late.exe,10\n".repeat(ROWS)}`;
  const runId = await submit({ name: "late.csv", content }, { game: "Zelda" });
  t.regex((await client.get(pathOf(runId))).body.warnings.join(), /"Zelda" was typed, but the file names/);
  t.is((await change(runId, { game: "Mario" })).status, 422);
  t.like((await change(runId, { game: "Zelda", label: "kept" })).body, { game: "Zelda", label: "kept" });
  const { status, body } = await change(runId, { game: "" });
  t.is(status, 200);
  t.like(body, { variant: "late", title: "late.exe", game: null });
  t.notRegex(body.warnings.join(), /was typed/);
  const exported = await client.add({
    build_id: await client.makeBuild(),
    benchmarks: { id: 15, runs: [900] },
  });
  t.is((await change(exported.body.runs[0].run_id, { game: "" })).status, 200);
});

for (const [what, body, pointer] of [
  ["null", { label: null }, "/label"],
  ["a label that is too long", { label: "a".repeat(61) }, "/label"],
  ["an unknown field", { score: 1 }, "/score"],
  ["an unknown setting", { settings: { colour: "red" } }, "/settings/colour"],
  ["settings that are null", { settings: { preset: null } }, "/settings/preset"],
] as const)
  test(`a change of a run is refused if it contains ${what}`, async (t) => {
    const { client, build_id, change } = await submitter(what);
    const added = await client.add({ build_id, benchmarks: { id: 15, runs: [900] } });
    const refused = await change(added.body.runs[0].run_id, body);
    t.is(refused.status, 422, refused.text);
    t.is(refused.body.errors[0].pointer, pointer);
  });

test("only its submitter can change a run, and a change of an unknown run gets a 404", async (t) => {
  const { client, build_id } = await submitter("mine");
  const added = await client.add({ build_id, benchmarks: { id: 15, runs: [900] } });
  const path = pathOf(added.body.runs[0].run_id);
  const stranger = await service.signIn("stranger");
  t.is((await stranger.send("PATCH", path, { label: "theirs" })).status, 403);
  t.is((await service.anonymous.send("PATCH", path, { label: "theirs" })).status, 401);
  t.is((await client.send("PATCH", pathOf("nothing"), { label: "x" })).status, 404);
  t.is((await client.get(path)).body.label, null);
});

test("of several concurrent changes of a run none is lost, also while the file of the run is read again", async (t) => {
  const { submit, change, client } = await submitter("at once");
  const { services } = service;
  const runId = await submit(capture("javaw.exe"));
  const stored = await services.runs.get(runId);
  await Promise.all([
    services.runParser.reprocess(stored, { isDryRun: false }),
    change(runId, { game: "Zelda" }),
    change(runId, { label: "first" }),
    change(runId, { settings: { preset: "Ultra" } }),
  ]);
  t.like((await client.get(pathOf(runId))).body, {
    variant: "zelda",
    game: "Zelda",
    label: "first",
    settings: { preset: "Ultra" },
  });
  await services.runParser.reprocess(await services.runs.get(runId), { isDryRun: false });
  t.like((await client.get(pathOf(runId))).body, { variant: "zelda", game: "Zelda", label: "first" });
});

test("settings that are changed at the same time are all kept, also while the file is not read", async (t) => {
  const { services, signIn, close } = await openTestService({ hasWorkers: false });
  t.teardown(close);
  const client = await signIn("queued");
  const build_id = await client.makeBuild();
  const { body } = await client.add({ build_id, benchmarks: { id: 16 }, files: [capture("javaw.exe")] });
  const runId = body.runs[0].run_id as string;
  const settings = { resolution: "4K", preset: "Ultra", api: "Vulkan", os: "Linux" };
  const changes = Object.entries(settings).map(([name, text]) => ({ settings: { [name]: text } }));
  const answers = await Promise.all(changes.map((change) => client.send("PATCH", pathOf(runId), change)));
  t.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200, 200],
  );
  t.like(await services.runs.get(runId), { status: "queued", settings });
});
