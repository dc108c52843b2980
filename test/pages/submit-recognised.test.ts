import test from "ava";
import { makeCapture, makeGameFrames } from "../helpers/capture-generator.ts";
import { startTestService } from "../helpers/service.ts";
import { madeExports } from "../helpers/three-d-mark-generator.ts";
import { until } from "../helpers/until.ts";
import { untilRanked } from "../helpers/until-ranked.ts";
import { actionOf, textOf, visitsOf } from "./page-visits.ts";

const service = await startTestService(test);
test.before(async () => until(service.services.ranks.areReady, "the ranks are filled"));

/**
 * Returns an account's client, a browser of the account, the id of its build, and the address to which its form posts.
 */
async function openForm(name: string) {
  const client = await service.signIn(name);
  const visits = visitsOf(service, client);
  const buildId = await client.makeBuild("Quiet tower");
  const { html } = await visits.open(`/submit?build=${buildId}`);
  return { client, visits, buildId, action: actionOf(html) };
}

interface SentRun {
  benchmark_id: number;
  settings: { notes: string };
}

/**
 * The fields of the form for results as it is opened. No benchmark is chosen, because the service recognises it from
 * files.
 */
const recognised = (buildId: number) => ({ build_id: String(buildId), benchmark_id: "", scores: "" });

test("the form for results recognises the benchmark of files by their contents, and reads a 3DMark export for all of its graphics tests", async (t) => {
  const { visits, buildId, client } = await openForm("recognised");
  const send = async (files: readonly { name: string; content: string }[], isFirst = false) => {
    const { html } = await visits.open(`/submit?build=${buildId}`);
    const body = new FormData();
    body.append("build_id", String(buildId));
    // Files stand above the other fields of the form, so browsers send them first.
    if (isFirst) for (const { name, content } of files) body.append("files", new Blob([content]), name);
    body.append("benchmark_id", "");
    body.append("notes", "recognised");
    if (!isFirst) for (const { name, content } of files) body.append("files", new Blob([content]), name);
    const headers = { Accept: "text/html", Origin: service.url, Cookie: client.cookie ?? "" };
    const init = { method: "POST", body, headers, redirect: "manual" } as const;
    const response = await fetch(`${service.url}${actionOf(html)}`, init);
    return { status: response.status, html: await response.text() };
  };
  const xml = { name: "export.txt", content: madeExports["time-spy"] ?? "" };
  const small = { name: "a.csv", content: makeCapture("presentmon-2.0", makeGameFrames(3)) };
  const large = { name: "b.csv", content: makeCapture("presentmon-2.0", makeGameFrames(4, 6000)) };
  t.true(large.content.length > 256 * 1024);
  for (const [files, isFirst] of [
    [[xml], false],
    [[small, small], true],
    [[large], true],
  ] as const)
    t.is((await send(files, isFirst)).status, 303);
  const { results } = (await client.get(`/builds/${buildId}/runs`)).body;
  t.deepEqual(
    results.map(({ benchmark_id, settings }: SentRun) => [benchmark_id, settings.notes]),
    [16, 16, 16, 17, 7].map((id) => [id, "recognised"]),
  );
  t.is((await client.get("/me")).body.usage.used, 5);

  const mixed = await send([small, xml]);
  t.is(mixed.status, 422);
  t.true(textOf(mixed.html).includes('"a.csv" of Game benchmark; "export.txt" of 3DMark graphics test 1'));
  t.true(textOf(mixed.html).includes("recognised"), "the form keeps the notes");
  const picture = await send([{ name: "picture.png", content: "\u0089PNG\r\n\u001A\n" }]);
  t.is(picture.status, 422);
  t.regex(textOf(picture.html), /"picture\.png": This is a /);
  const nothing = await send([]);
  t.is(nothing.status, 422);
  t.true(textOf(nothing.html).includes("Choose at least one file."));
  t.notRegex(textOf(nothing.html), /frame-csv|benchmarks\.|Expected/);
  t.is((await client.get("/me")).body.usage.used, 5);
});

test("the form for results asks for the settings after the files, and suggests usual resolutions", async (t) => {
  const { visits, buildId } = await openForm("settings");
  const { html } = await visits.open(`/submit?build=${buildId}`);
  const suggested = html.indexOf('<datalist id="resolution-usual"><option>1920x1080');
  const files = html.indexOf('name="files"');
  t.true(files > 0 && files < suggested);
  t.true(files < html.indexOf('name="resolution"'));
});

test("the form for results refuses scores without a benchmark beside the field for the benchmark, and keeps the scores", async (t) => {
  const { visits, buildId, action } = await openForm("no benchmark");
  const refused = await visits.postFiles(action, { ...recognised(buildId), scores: "15240" });
  t.is(refused.status, 422);
  t.regex(refused.html, /id="benchmark_id-fault"[^>]*>Choose the benchmark of the scores that you typed\./);
  t.true(refused.html.includes(">15240</textarea>"));
});

test("the page after a submission shows the rank of each result, the runs left, the link to share and the last result to compare with", async (t) => {
  const { visits, buildId, client } = await openForm("after sending");
  const send = async (scores: string) => {
    const { html } = await visits.open(`/submit?build=${buildId}`);
    const fields = { build_id: String(buildId), benchmark_id: "15", scores };
    const location = (await visits.postFiles(actionOf(html), fields)).headers.get("location") ?? "";
    await untilRanked(service.stores);
    const [, id = ""] = /runs=([^&]+)/.exec(location) ?? [];
    return { id, html: (await visits.open(location)).html };
  };
  const first = await send("15000");
  t.false(first.html.includes("Compare with my last one"));
  t.true(textOf(first.html).includes("Fewer than five comparable builds were measured so far."));
  for (const score of [14_000, 14_100, 14_200, 16_000]) {
    const other = await service.signIn(`after sending, with ${score}`);
    const build_id = await other.makeBuild();
    t.is((await other.add({ build_id, benchmarks: { id: 15, runs: [score] } })).status, 200);
  }
  const elsewhere = await client.makeBuild();
  t.is((await client.add({ build_id: elsewhere, benchmarks: { id: 15, runs: [9000] } })).status, 200);
  const { id, html } = await send("15100");
  t.true(html.includes(`href="/compare?runs=${id},${first.id}"`), "the last result on the same build");
  const text = textOf(html);
  t.true(text.includes("2nd of 5 builds"), text);
  t.true(text.includes("Results left in this month: 97 of 100"));
  t.true(html.includes(`value="http://bench.test/r/${id}"`));
  t.true(html.includes(`href="/b/${buildId}">To the build</a>`));
  const stranger = (await visitsOf(service, null).open(`/submit/sent?runs=${id}`)).html;
  for (const own of ["Compare with my last one", "Results left", "Correct the settings", "Add resolution"])
    t.false(stranger.includes(own), own);
});

test("the page after a submission asks for the game of a capture that names none", async (t) => {
  const { visits, buildId, action, client } = await openForm("unnamed");
  const content = `Application,MsBetweenPresents\n${"javaw.exe,10\n".repeat(1200)}`;
  const sent = await visits.postFiles(action, recognised(buildId), [{ name: "a.csv", content }]);
  const [, id = ""] = /runs=([^&]+)/.exec(sent.headers.get("location") ?? "") ?? [];
  await client.waitForRun(id);
  const { html } = await visits.open(`/submit/sent?runs=${id}`);
  t.true(textOf(html).includes("Which game is this?"));
  t.notRegex(textOf(html), /PATCH|\/benchmarks\//, "no path of the API");
  const named = await visits.post(`/r/${id}/change`, { game: "Minecraft" });
  t.is(named.headers.get("location"), `/r/${id}`);
  t.is((await client.get(`/benchmarks/runs/${id}`)).body.title, "Minecraft");
  t.false((await visits.open(`/submit/sent?runs=${id}`)).html.includes("Which game is this?"));
});

test("the form for a build keeps the typed description when the form is refused, and stores the description with the build", async (t) => {
  const client = await service.signIn("describing");
  const visits = visitsOf(service, client);
  const description = "Undervolted.\nFor <b>games</b>.";
  const refused = await visits.post("/submit/build", { name: "", description });
  t.is(refused.status, 422);
  t.true(refused.html.includes(">Undervolted.\nFor &lt;b>games&lt;/b>.</textarea>"));
  const long = await visits.post("/submit/build", { name: "Tower", description: "x".repeat(1001) });
  t.is(long.status, 422);
  t.regex(long.html, /id="description-fault"/);
  const made = await visits.post("/submit/build", { name: "Tower", description, key: "described" });
  t.is(made.status, 303);
  const id = made.headers.get("location")?.replace(/^\D+/, "");
  t.is((await client.get(`/builds/${id}`)).body.build.description, description);
});

test("on the page of the form for results a visitor without a session reads what can be submitted, and gets a link to sign in", async (t) => {
  const { status, html } = await visitsOf(service, null).open("/submit");
  t.is(status, 200);
  t.true(html.includes('href="/login?return_to=%2Fsubmit"'));
  t.false(html.includes('<form class="stack'));
  const text = textOf(html);
  t.true(text.includes("Everybody can see your name, your build and its results."));
  t.regex(text, /Cinebench R23 multi-core(?:,.*)? and Cinebench .* multi-core: scores to type in/);
});

test("before a build is made, its page says who sees it, and what each button does", async (t) => {
  const { html } = await visitsOf(service, await service.signIn("first step")).open("/submit");
  const text = textOf(html);
  t.true(text.includes("Everybody can see the build, its description and its results."));
  for (const words of [
    "Name of this build (required)",
    "Next: add a result",
    "Check the parts without saving",
  ])
    t.true(text.includes(words), words);
});

test("the form for results says how captures are made, in a section that is expanded for people who have sent no file yet", async (t) => {
  const { visits, buildId, action, client } = await openForm("new to captures");
  const howTo = async () => (await visits.open(`/submit?build=${buildId}`)).html;
  t.regex(await howTo(), /<details open><summary>Which files are accepted, how to make them/);
  t.true(
    textOf(await howTo()).includes(
      "MangoHud: set a folder for its logs and log_interval=0, then press Shift+F2",
    ),
  );
  const content = makeCapture("presentmon-2.0", makeGameFrames(8));
  const sent = await visits.postFiles(action, recognised(buildId), [{ name: "a.csv", content }]);
  const [, id = ""] = /runs=([^&]+)/.exec(sent.headers.get("location") ?? "") ?? [];
  await client.waitForRun(id);
  t.regex(await howTo(), /<details><summary>Which files are accepted/);
});
