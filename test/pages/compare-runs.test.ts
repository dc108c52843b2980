import test from "ava";
import { madeCapture, submitFiles, submitScores } from "../compare/captures.ts";
import { startTestService } from "../helpers/service.ts";
import { textOf, visitsOf } from "./page-visits.ts";

const service = await startTestService(test);

/** Returns the HTML of the page that compares runs. */
const pageOf = async (runs: readonly string[]) =>
  (await service.anonymous.get(`/compare?runs=${runs.join()}`, { Accept: "text/html" })).text;

/** Returns the row of the table of compared runs with the given heading: whether it is shaded, and its text. */
function rowOf(page: string, heading: string) {
  const [, shade = "", cells = ""] =
    new RegExp(`<tr( class="differs")?><th scope="row">${heading}</th>([^]*?)</tr>`).exec(page) ?? [];
  return { isShaded: shade !== "", text: textOf(cells).trim() };
}

test("a comparison of runs of different games names the game and the settings of each run, marks them as different, and shows the result of each run", async (t) => {
  const client = await service.signIn("games");
  const build = await client.makeBuild("Tower");
  const run = async (application: string, settings: object) =>
    (await submitFiles(client, build, [madeCapture({ application })], { id: 16, settings }))[0] ?? "";
  const runs = [
    await run("harbour.exe", { resolution: "1440p", preset: "High" }),
    await run("meadow.exe", { resolution: "1080p", preset: "High" }),
  ];
  const page = await pageOf(runs);
  const [title = ""] = /<h1>[^]*?<\/h1>/.exec(page) ?? [];
  t.regex(
    textOf(title),
    /Tower \(harbour\.exe, 2560x1440, High, [^)]*\) and .*\(meadow\.exe, 1920x1080, High, /,
  );
  const heads = Array.from(page.matchAll(/<th scope="col">(.*?)<\/th>/g), ([, head = ""]) => textOf(head));
  t.regex(heads[1] ?? "", /Tower .*harbour\.exe, 2560x1440, High/);
  t.regex(heads[2] ?? "", /Tower .*meadow\.exe, 1920x1080, High/);
  t.like(rowOf(page, "Benchmark"), { isShaded: true, text: "harbour.exe meadow.exe" });
  t.like(rowOf(page, "Settings"), { isShaded: true, text: "2560x1440, High 1920x1080, High" });
  const { body } = await service.anonymous.get(`/benchmarks/runs/${runs[0]}`);
  t.true(rowOf(page, "Result").text.startsWith(`${(body.score as number).toFixed(1)} fps `), page);
  t.true(page.includes("Shaded rows differ"));
  t.false(page.includes("confidence interval does not include 0"), "nothing is compared");
});

test("a comparison of runs of one benchmark names the benchmark without a mark, and shows the results once", async (t) => {
  const client = await service.signIn("alike");
  const runs = await submitScores(client, await client.makeBuild("Tower"), [15_000, 15_200]);
  const page = await pageOf(runs);
  t.like(rowOf(page, "Benchmark"), {
    isShaded: false,
    text: "Cinebench R23 multi-core Cinebench R23 multi-core",
  });
  t.is(rowOf(page, "Result").text, "");
  t.notRegex(/<h1>[^]*?<\/h1>/.exec(page)?.[0] ?? "", /Cinebench/);
});

test("runs of different games on two builds have the game in their names", async (t) => {
  const client = await service.signIn("builds");
  const run = async (name: string, application: string) =>
    (await submitFiles(client, await client.makeBuild(name), [madeCapture({ application })]))[0] ?? "";
  const page = await pageOf([await run("One", "harbour.exe"), await run("Other", "meadow.exe")]);
  t.true(page.includes("<h1><bdi>One (harbour.exe)</bdi> and <bdi>Other (meadow.exe)</bdi></h1>"));
});

test("the page on which visitors choose what to compare offers signed-in visitors their newest results", async (t) => {
  const client = await service.signIn("signed in");
  const [run] = await submitScores(client, await client.makeBuild("Own tower"), [15_000]);
  const stranger = await service.signIn("stranger");
  await submitScores(stranger, await stranger.makeBuild("Strange tower"), [16_000]);
  const { html } = await visitsOf(service, client).open("/compare");
  const [, own = ""] = /aria-label="Your newest results">([^]*?)<\/table>/.exec(html) ?? [];
  t.true(own.includes(`href="/compare?runs=${run}"`), html);
  t.false(own.includes("Strange tower"));
  const { html: ofOthers } = await visitsOf(service, null).open("/compare");
  t.regex(ofOthers, /aria-label="Newest results">[^]*?Strange tower/);
  t.false(ofOthers.includes("Your newest results"));
});
