import { readFileSync } from "node:fs";
import test from "ava";
import { makeCapFrameXRecord } from "../helpers/capframex-generator.ts";
import { makeCapture, makeGameFrames } from "../helpers/capture-generator.ts";
import { startTestService } from "../helpers/service.ts";
import { madeExports } from "../helpers/three-d-mark-generator.ts";
import { textOf, visitsOf } from "./page-visits.ts";

const service = await startTestService(test);
/** A record of 11 s that names a resolution of 2560x1440, DX12, and the driver 552.22. */
const record = {
  name: "record.json",
  content: makeCapFrameXRecord([{ frameTimes: Array.from({ length: 1100 }, () => 10) }]),
};
const TIME_SPY = { name: "a.xml", content: readFileSync("data/samples/3dmark-time-spy.xml") };

/** Submits a file of an account. Returns the id of the run, and the pages as the submitter sees them. */
async function submit(name: string, benchmarks: object, file: { name: string; content: string | Buffer }) {
  const client = await service.signIn(name);
  const build_id = await client.makeBuild();
  const { body } = await client.add({ build_id, benchmarks, files: [file] });
  const runId = body.runs[0].run_id as string;
  await client.waitForRun(runId);
  return { runId, visits: visitsOf(service, client) };
}

const factsOf = (html: string, id: string): string =>
  textOf(new RegExp(`<h2 id="${id}">[^]*?</dl>`).exec(html)?.[0] ?? "");

test("beside a typed-in setting the page of a run says what the file says, and by which value the run is ranked", async (t) => {
  const typed = { resolution: "1080p", preset: "Ultra", api: "dx 12", driver: "551.00" };
  const { runId, visits } = await submit("typist", { id: 16, settings: typed }, record);
  const { html } = await visitsOf(service, null).open(`/r/${runId}`);
  const settings = factsOf(html, "settings");
  t.true(settings.includes("Resolution 1080p The file says 2560x1440 ; rankings use that."), settings);
  t.true(settings.includes("Graphics driver 551.00 The file says 552.22 ."), settings);
  t.regex(settings, /Graphics API dx 12 Graphics driver/, "the file says the same");
  t.false(html.includes("The submission says"), "the setting says it already");

  const changed = { ...typed, resolution: "2560 x 1440", driver: "" };
  t.is((await visits.post(`/r/${runId}/change`, changed)).status, 303);
  t.notRegex((await visits.open(`/r/${runId}`)).html, /The file says/);

  const plain = { name: "x.csv", content: makeCapture("presentmon-1.10", makeGameFrames(1, 1000)) };
  const named = await submit("namer", { id: 16, settings: { preset: "Ultra" } }, plain);
  const idOfSettings = 'id="settings"';
  t.false(
    (await visitsOf(service, null).open(`/r/${named.runId}`)).html.includes(idOfSettings),
    "the line below the title says it already",
  );
  t.true(
    (await named.visits.open(`/r/${named.runId}`)).html.includes(idOfSettings),
    "with the way to correct them",
  );
});

test("a link to correct the settings of a run opens the form without a script, and only the submitter gets the link", async (t) => {
  const { runId, visits } = await submit("corrector", { id: 16, settings: { preset: "Ultra" } }, record);
  const page = (await visits.open(`/r/${runId}`)).html;
  const form = /<details[^>]*><summary>Change this run/;
  t.is(form.exec(page)?.[0].includes("open"), false);
  const [, href = ""] = /href="([^"]*)">Correct the settings/.exec(page) ?? [];
  const [address = "", fragment = ""] = href.split("#");
  const opened = (await visits.open(address)).html;
  t.is(form.exec(opened)?.[0].includes("open"), true);
  t.true(opened.includes(`<form id="${fragment}"`));
  t.notRegex((await visitsOf(service, null).open(address)).html, /Change this run|Correct the settings/);
});

test("the page of a 3DMark run shows the graphics tests of its export beside each other, and does not repeat them in the table of figures", async (t) => {
  const { runId } = await submit("tester", { id: 7 }, TIME_SPY);
  const { html } = await visitsOf(service, null).open(`/r/${runId}`);
  const [table = ""] = /<table class="figure-table">[^]*?<\/table>/.exec(html) ?? [];
  t.notRegex(textOf(table), /graphics test \d/, "they stand above");
  const place = (words: string) => html.indexOf(words);
  t.true(place("<dt>graphics test 1") < place("<dt>graphics test 2"), "the score comes first");
  t.true(place('id="standing"') < place('id="figures"'), "on a phone the standing comes before the figures");
});

test("beside the frame rate of a graphics test, the page of a run shows the scores of the whole 3DMark test", async (t) => {
  const { runId } = await submit("spy", { id: 7 }, { name: "a.xml", content: madeExports["time-spy"] ?? "" });
  const { html } = await visitsOf(service, null).open(`/r/${runId}`);
  const [headline = ""] = /<dl class="headline">[^]*?<\/dl>/.exec(html) ?? [];
  t.is(
    textOf(headline).trim(),
    "graphics test 1 82.5 fps graphics test 2 71.3 fps graphics score 12,501 points overall score 12,034 points",
  );
  const [table = ""] = /<table class="figure-table">[^]*?<\/table>/.exec(html) ?? [];
  t.false(/overall score|graphics score/.test(table), "no figure stands twice");
  t.true(table.includes("CPU score"));
});

test("below its title the page of a run names resolution, preset, duration and tool, and the page shows the figures in groups", async (t) => {
  const { runId } = await submit("judge", { id: 16, settings: { preset: "Ultra" } }, record);
  const { html } = await visitsOf(service, null).open(`/r/${runId}`);
  t.regex(
    html,
    /<\/h1><p><bdi>2560x1440, Ultra, 11 s recorded with CapFrameX<\/bdi>, submitted on <time[^>]*>[^<]+<\/time><\/p>/,
  );
  const groups = [...html.matchAll(/<tr class="figure-group"><th[^>]*>([^<]+)/g)].map(([, title]) => title);
  t.deepEqual(groups, ["Frame rate", "Percentiles", "Steadiness and limits", "Counts and duration"]);
});

test("the page of a run links to all results of its build, whose list is then open", async (t) => {
  const owner = await service.signIn("all results");
  const build_id = await owner.makeBuild();
  const added = [];
  for (const n of [1, 2, 3, 4, 5, 6, 7])
    added.push(
      (await owner.add({ build_id, benchmarks: { id: 15, runs: [15_000 + n] } })).body.runs[0].run_id,
    );
  const page = visitsOf(service, null);
  const { html } = await page.open(`/r/${added[0]}`);
  const [, address = ""] = /<a href="([^"#]+)#runs-heading">All results of this build<\/a>/.exec(html) ?? [];
  t.is(address, `/b/${build_id}?page=1`);
  const [others = ""] = /<section[^>]*aria-labelledby="compare">[^]*?<\/section>/.exec(html) ?? [];
  t.regex(
    others,
    /<th scope="row"><a[^>]*><time[^>]*data-local="moment"/,
    "the time of day leads to a result",
  );
  t.is(others.match(/Cinebench R23/g)?.length, 1, "the heading alone names the benchmark");
  const open = /<details open><summary><h2 id="runs-heading">/;
  t.regex((await page.open(address)).html, open);
  t.notRegex((await page.open(`/b/${build_id}`)).html, open);
});

test("the page of a run has one button, which leads to all ways to compare the run", async (t) => {
  const { runId } = await submit("comparer", { id: 16 }, record);
  const visits = visitsOf(service, null);
  const { html } = await visits.open(`/r/${runId}`);
  t.deepEqual(html.match(/href="\/compare\?runs=[^"]*"/g), [`href="/compare?runs=${runId}"`]);
  t.is((await visits.open(`/compare?runs=${runId}`)).status, 200);
});

test("the page of a run says in a collapsed section how the file of the run was read", async (t) => {
  const { runId } = await submit("reader", { id: 16 }, record);
  const { html } = await visitsOf(service, null).open(`/r/${runId}`);
  t.regex(html, /<details><summary>How the file was read<\/summary>/);
  const text = textOf(html);
  t.notRegex(text, /Reader|Technical details/);
  t.regex(text, /By version \d+ of this site’s program/);
});
