import test from "ava";
import { glossary } from "../../src/openapi/contract-document.ts";
import { makeCapture, makeGameFrames, RANKED_FRAMES } from "../helpers/capture-generator.ts";
import { createClient, type Client } from "../helpers/client.ts";
import { startTestService } from "../helpers/service.ts";
import { until } from "../helpers/until.ts";
import { untilRanked } from "../helpers/until-ranked.ts";
import { textOf, visitsOf } from "./page-visits.ts";

const service = await startTestService(test);
const capture = makeCapture("presentmon-1.10", makeGameFrames(1, RANKED_FRAMES));
const HTML = { Accept: "text/html" };
const MARKUP = "<img src=x onerror=alert(1)>";

let ada: Client;
let build: number;
let run: string;
let failed: string;

async function submit(
  client: Client,
  buildId: number,
  content: string | Buffer,
  name: string,
): Promise<string> {
  const added = await client.add({ build_id: buildId, benchmarks: { id: 16 }, files: [{ name, content }] });
  const runId = added.body.runs[0].run_id as string;
  await client.waitForRun(runId);
  return runId;
}

/** A capture of only the desktop. Only the submitter's version of the refusal names a process. */
const desktop = `Application,ProcessID,MsBetweenPresents\n${"dwm.exe,1,16\n".repeat(9)}`;

test.before(async () => {
  await until(service.services.ranks.areReady, "the ranks are filled");
  ada = await service.signIn("ada");
  build = await ada.makeBuild(`Quiet ${MARKUP}`);
  run = await submit(ada, build, capture, "my-secret.csv");
  failed = await submit(ada, build, desktop, "my-failure.csv");
  await untilRanked(service.stores);
});

const visits = () => visitsOf(service, ada);
const open = (id: string, client: Client = service.anonymous) => client.get(`/r/${id}`, HTML);

test("the page of a run shows its score, and each figure of the API with the description from the glossary of the API", async (t) => {
  const { status, text, headers } = await open(run);
  const { body } = await service.anonymous.get(`/benchmarks/runs/${run}`);
  t.is(status, 200);
  t.is(headers.get("content-type"), "text/html; charset=utf-8");
  t.true(text.includes(`${(body.score as number).toFixed(1)} <span class="unit">fps</span>`));
  const headline = /<dl class="headline">.*?<\/dl>/s.exec(text)?.[0] ?? "";
  t.regex(textOf(headline), /average .* 1 % low \(mean of the slowest 1 %\) .* 0\.1 % low /);
  t.true(
    textOf(headline).includes("0.1 % low (mean of the slowest 2 frames)"),
    "the slowest 0.1 % of 1,200 frames are two frames",
  );
  t.true(textOf(text).includes("Not a fixed benchmark scene: each person chose what to record"));
  for (const label of ["1 % low", "0.1 % low"])
    t.is(
      text.split(`<summary>${label}</summary>`).length,
      1,
      "the table leaves out what stands beside the score",
    );
  for (const label of ["standard deviation of frame times", "P1 (1st percentile)"])
    t.true(text.includes(`<summary>${label}</summary>`), label);
  t.true(textOf(text).includes("The 1 % low is the mean of the other frames, so it is lower."));
  const figures = Object.entries(body.metrics as object).filter(([, value]) => typeof value === "number");
  t.true(figures.length > 9);
  for (const [name] of figures.filter(([name]) => !name.startsWith("tool_"))) {
    const meaning = glossary[name]?.text?.replace(/; null = .*$/, "");
    t.truthy(meaning, name);
    t.true(text.includes(meaning ?? ""), name);
  }
});

test("a chat program that loads the page of a run finds a title, the hardware and a picture for a preview", async (t) => {
  const { text } = await open(run);
  const content = (property: string) =>
    new RegExp(`<meta property="${property}" content="([^"]*)"`).exec(text)?.[1] ?? "";
  t.regex(content("og:title"), /^\d+\.\d fps in harbour\.exe$/);
  t.true(content("og:description").startsWith("Measured on Quiet"));
  t.is(content("og:image"), `http://bench.test/benchmarks/runs/${run}/preview.png`);
  t.deepEqual([content("og:image:width"), content("og:image:height")], ["1200", "630"]);
  const picture = await service.anonymous.get(new URL(content("og:image")).pathname);
  t.is(picture.headers.get("content-type"), "image/png");
});

test("the page of a run shows the view of the capture that its address names, with links to the other views", async (t) => {
  const views: Readonly<Record<string, RegExp>> = {
    frame_times:
      /alt="Frame times of [\d,]+ frames over [\d.]+ seconds: average [\d.]+ fps, 1 % low [\d.]+ fps\."/,
    fps: /alt="Frame rate of [\d,]+ frames over [\d.]+ seconds, as a running mean: average [\d.]+ fps/,
    histogram:
      /alt="Histogram of the frame times of .* the fastest frame at [\d.]+ fps, the slowest at [\d.]+ fps\."/,
    percentiles: /alt="Frame times by percentile of .* 99 % faster than [\d.]+ fps/,
  };
  for (const [view, alt] of Object.entries(views)) {
    const { status, text } = await open(`${run}?view=${view}`);
    t.is(status, 200);
    t.regex(text, alt);
    t.true(text.includes(`src="/benchmarks/runs/${run}/chart.svg?view=${view}"`), view);
    for (const other of Object.keys(views)) {
      const current = other === view ? ' aria-current="page"' : "";
      t.true(text.includes(`<a href="/r/${run}?view=${other}#chart"${current}>`), `${other} on ${view}`);
    }
    t.is(text.includes("data-frames-open"), view === "frame_times", "only the frame times can be zoomed");
  }
  t.true((await open(run)).text.includes(`/r/${run}?view=frame_times#chart" aria-current="page"`));
  t.true((await open(`${run}?view=channels`)).text.includes("chart.svg?view=channels"));
  const plain = await submit(
    ada,
    build,
    capture.replaceAll(/msUntilDisplayed|msGPUActive/g, "Unknown"),
    "plain.csv",
  );
  t.false((await open(plain)).text.includes("view=channels"));
  t.true((await open(`${plain}?view=channels`)).text.includes("chart.svg?view=frame_times"));
  t.is((await open(`${run}?view=pie`)).status, 422);
});

test("the page of a run shows markup in names as text, and has no inline script or style that its content security policy would block", async (t) => {
  const content = capture.replaceAll("harbour.exe", "<script>alert(2)</script>.exe");
  const page = await open(await submit(ada, build, content, "x.csv"));
  t.is(page.status, 200);
  t.false(page.text.includes(MARKUP));
  t.true(page.text.includes("Quiet &lt;img src=x"));
  const tags = page.text.replaceAll(/"[^"]*"/g, '""').match(/<[a-z][^>]*>/g) ?? [];
  t.true(tags.length > 100);
  t.deepEqual(
    tags.filter((tag) => /^<script>|\sstyle=|\son[a-z]+=/.test(tag)),
    [],
  );
});

test("only the submitter of a run sees the name, digest and download of its file and the button that deletes the run", async (t) => {
  const others = [service.anonymous, await service.signIn("grace")];
  const own = await open(run, ada);
  for (const text of ["my-secret.csv", `/benchmarks/runs/${run}/file`, "Delete this run"])
    t.true(own.text.includes(text), text);
  t.true(own.headers.get("cache-control")?.startsWith("private"));
  for (const client of others) {
    const { text } = await open(run, client);
    for (const secret of ["my-secret", "SHA-256", `/benchmarks/runs/${run}/file`, "Delete this run"])
      t.false(text.includes(secret), secret);
  }
});

test("the page of a failed run shows the reason and advice of the API, in one version for the submitter and another for others", async (t) => {
  for (const client of [ada, service.anonymous]) {
    const { body } = await client.get(`/benchmarks/runs/${failed}`);
    const { text } = await open(failed, client);
    t.is(body.status, "failed");
    t.true(text.replaceAll("&quot;", '"').includes(body.error.detail), body.error.detail);
    t.true(text.includes(body.error.code));
    t.is(text.includes("Send another file"), client === ada);
  }
});

test("the page of a run whose file is still to be read reloads itself, with and without script", async (t) => {
  const waiting = await startTestService(t, { hasWorkers: false });
  const client = await waiting.signIn("ada");
  const build_id = await client.makeBuild();
  const files = [{ name: "x.csv", content: capture }];
  const added = await client.add({ build_id, benchmarks: { id: 16 }, files });
  const { text, status } = await client.get(`/r/${added.body.runs[0].run_id}`, HTML);
  t.is(status, 200);
  t.true(text.includes("Waiting to be read"));
  t.regex(text, /data-status="queued"/);
  t.notRegex(textOf(text), /queued|processing/, "states have names for people");
  t.regex(text, /<noscript><meta http-equiv="refresh" content="\d+"\/?><\/noscript>/);
  t.regex(text, /\/assets\/wait-for-run\.[\w-]+\.js/);
  t.false((await open(run)).text.includes("http-equiv"), "the page of a result does not reload");
});

test("only the submitter of a run can delete the run by the form on its page", async (t) => {
  const id = await submit(ada, build, capture, "again.csv");
  const post = (client: Client) =>
    fetch(`${service.url}/r/${id}/delete`, {
      method: "POST",
      redirect: "manual",
      headers: {
        ...HTML,
        "Content-Type": "application/x-www-form-urlencoded",
        ...(client.cookie !== undefined && { Cookie: client.cookie }),
      },
    });
  t.is((await post(service.anonymous)).status, 401);
  const refused = await post(await service.signIn("grace"));
  t.is(refused.status, 403);
  t.true((await refused.text()).includes("Only the account that submitted a run"));
  const done = await post(ada);
  t.is(done.status, 303);
  t.is(done.headers.get("location"), `/b/${build}`);
  t.is((await open(id)).status, 404);
});

test("the page of a run shows its title and label, and has a form by which its submitter changes label, game and settings", async (t) => {
  const id = await submit(ada, build, capture.replaceAll("harbour.exe", "Cyberpunk2077.exe"), "c.csv");
  const shared = await submit(ada, build, capture.replaceAll("harbour.exe", "javaw.exe"), "j.csv");
  const known = (await open(id)).text;
  t.true(known.includes("<h1><bdi>Cyberpunk 2077</bdi></h1>"));
  t.regex(known, /<meta property="og:title" content="[\d.]+ fps in Cyberpunk 2077"/);
  t.true(known.includes("<dt>Program</dt><dd><bdi>Cyberpunk2077.exe</bdi></dd>"));
  t.false((await open(run)).text.includes("<dt>Program</dt>"), "the title says it");
  const { html } = await visits().open(`/r/${id}`);
  t.true(html.includes("Change this run"));
  t.false(html.includes('name="game"'), "the file names the game");
  t.false((await open(id)).text.includes("Change this run"));
  t.true((await visits().open(`/r/${shared}`)).html.includes('name="game"'));

  const fields = { label: "my <label>", game: "Zelda", resolution: "4K", preset: "", notes: "cold day" };
  const done = await visits().post(`/r/${shared}/change`, fields);
  t.is(done.status, 303);
  t.is(done.headers.get("location"), `/r/${shared}`);
  const page = (await open(shared)).text;
  t.true(page.includes("my &lt;label"));
  t.true(page.includes("<h1><bdi>Zelda</bdi></h1>"));
  t.true((await visits().open(`/r/${shared}`)).html.includes('value="4K"'));
  t.is((await ada.get(`/benchmarks/runs/${shared}`)).body.settings.notes, "cold day");
  const cleared = { ...fields, resolution: "", notes: "" };
  t.is((await visits().post(`/r/${shared}/change`, cleared)).status, 303);
  t.false("settings" in (await ada.get(`/benchmarks/runs/${shared}`)).body);

  const refused = await visits().post(`/r/${id}/change`, { label: "a".repeat(61), preset: "b".repeat(101) });
  t.is(refused.status, 422);
  t.regex(refused.html, /id="label-fault"/);
  t.regex(refused.html, /id="preset-fault"/);
  t.true(refused.html.includes("a".repeat(61)));
  t.is((await visits().post(`/r/${id}/change`, { game: "Zelda" })).status, 422);
});

test("the page of a run links to the rankings of all builds, and of builds with the same processor or graphics chip", async (t) => {
  const { catalogue } = service.services;
  await catalogue.save("cpu", "test", [{ sourceId: "a", fields: { make: "AMD", model: "Ryzen 7 5800X" } }]);
  const chipset = "GeForce RTX 4070";
  await catalogue.save("gpu", "test", [
    { sourceId: "a", fields: { make: "MSI", model: "RTX 4070", chipset } },
  ]);
  const made = await ada.post("/builds", { name: "With parts", parts: { cpu: 1, gpu: 1 } });
  const id = await submit(ada, made.body.build.build_id, capture, "parts.csv");
  await untilRanked(service.stores);
  const { text } = await open(id);
  for (const words of [
    "The whole ranking",
    "Ranking with the same processor",
    "Ranking with the same graphics chip",
  ]) {
    const [, href = ""] = new RegExp(`href="([^"]*)">${words}`).exec(text) ?? [];
    const ranking = await service.anonymous.get(href.replaceAll("&amp;", "&"), HTML);
    t.is(ranking.status, 200, words);
    t.true(ranking.text.includes(`/r/${id}`), words);
  }
  t.false((await open(run)).text.includes("Ranking with the same"), "the build of this run names no part");
});

test("the page of a run offers the link and the chart of the run in HTML and Markdown for other sites", async (t) => {
  const { text } = await open(`${run}?view=fps`);
  t.true(text.includes(`value="http://bench.test/r/${run}"`));
  const picture = `http://bench.test/benchmarks/runs/${run}/chart.svg?view=fps`;
  const shown = textOf(text);
  t.true(shown.includes(`<a href="http://bench.test/r/${run}"><img src="${picture}" alt="Frame rate of `));
  t.true(shown.includes(`](${picture})](http://bench.test/r/${run})`));
  t.true(shown.includes("Embed the picture on another site"));
  const { headers, status } = await service.anonymous.get(`/benchmarks/runs/${run}/chart.svg?view=fps`);
  t.is(status, 200);
  t.is(headers.get("cross-origin-resource-policy"), "cross-origin", "pages of any site may show the chart");
  t.false((await open(failed)).text.includes("Embed the picture on another site"));
});

test("two runs of unknown games are not shown as runs of one game", async (t) => {
  const own = await ada.makeBuild("Unknown games");
  const known = [
    await submit(ada, own, capture, "a.csv"),
    await submit(ada, own, makeCapture("presentmon-1.10", makeGameFrames(2, RANKED_FRAMES)), "b.csv"),
  ];
  const unknown = [
    await submit(ada, own, capture.replaceAll("harbour.exe", "javaw.exe"), "j.csv"),
    await submit(ada, own, capture.replaceAll("harbour.exe", "hl2.exe"), "h.csv"),
  ];
  t.true((await open(known[0] ?? "")).text.includes("Other results in <bdi>"));
  for (const id of unknown) t.false((await open(id)).text.includes("Other results in <bdi>"));
  const page = (await service.anonymous.get(`/b/${own}`, HTML)).text;
  t.is(page.match(/>Ranking of /g)?.length, 1);
});

// This test is serial, so that it runs before other tests submit runs for the build, which would change the page.
test.serial("an unchanged page of a run gets a 304, and the page of an unknown run is a 404", async (t) => {
  const first = await open(run);
  const known = { ...HTML, "If-None-Match": first.headers.get("etag") ?? "", "Cache-Control": "max-age=0" };
  t.is((await createClient(service.url).get(`/r/${run}`, known)).status, 304);
  const none = await open("none");
  t.is(none.status, 404);
  t.true(none.text.includes("There is no run none."));
});
