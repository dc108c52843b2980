import { readFileSync } from "node:fs";
import test from "ava";
import { makeCapture, makeGameFrames, RANKED_FRAMES } from "../helpers/capture-generator.ts";
import { openTestService } from "../helpers/service.ts";
import { onTeardown } from "../helpers/stores.ts";
import { until } from "../helpers/until.ts";
import { textOf, visitsOf } from "./page-visits.ts";

const service = await openTestService({});
const { catalogue } = service.services;
await catalogue.save("cpu", "test", [{ sourceId: "a", fields: { make: "AMD", model: "Ryzen 7 5800X" } }]);
await catalogue.save("gpu", "test", [
  { sourceId: "a", fields: { make: "<b>MSI</b>", model: "RTX 4070", chipset: "GeForce RTX 4070" } },
]);

onTeardown(test, service.close);

const TIME_SPY = { name: "a.xml", content: readFileSync("data/samples/3dmark-time-spy.xml") };

const NAME = "<script>alert(1)</script>";

interface Ranked {
  standing?: { same_cpu: { builds: number } | null } | null;
}

test("the page of a build shows its parts, its results and their ranks, and markup in names as plain text", async (t) => {
  for (let turn = 0; turn < 9; turn += 1) {
    const other = await service.signIn(`other ${turn}`);
    const id = (await other.post("/builds", { name: "other", parts: { cpu: 1, gpu: 1 } })).body.build
      .build_id;
    await other.add({ build_id: id, benchmarks: { id: 15, runs: [14_000 + turn] } });
    await other.add({ build_id: id, benchmarks: { id: 7 }, files: [TIME_SPY] });
  }
  const owner = await service.signIn("owner");
  const answer = await owner.post("/builds", { name: NAME, parts: { cpu: 1, gpu: 1 } });
  const { build_id } = answer.body.build;
  await owner.add({ build_id, benchmarks: { id: 15, runs: [15_240, 15_310] } });
  const timeSpy = await owner.add({ build_id, benchmarks: { id: 7 }, files: [TIME_SPY] });
  const isRanked = async () => {
    const { results } = (await owner.get(`/builds/${build_id}`)).body;
    return results.length === 2 && results.every(({ standing }: Ranked) => standing?.same_cpu?.builds === 10);
  };
  await until(isRanked, "the results are ranked");

  const { status, html } = await visitsOf(service, null).open(`/b/${build_id}`);
  t.is(status, 200);
  t.false(html.includes("<script>alert"));
  t.true(html.includes("<h1><bdi>&lt;script>"));
  t.false(html.includes("<b>MSI"));
  const text = textOf(html);
  for (const shown of [
    NAME,
    "AMD Ryzen 7 5800X",
    "<b>MSI</b> RTX 4070",
    "15,310",
    "Among all builds 1st of 10 builds",
    "Ryzen 7 5800X · RTX 4070",
    "Best of 2 runs. Latest: 15,310 points on",
    "80 % of builds their median this build",
    "80 % of these builds: 14,0",
    "Median: 14,",
    "Address, number or name of the other build",
    "Among builds with this processor model, by Cinebench R23 multi-core , 15,310 points: 1st of 10 builds",
  ])
    t.true(text.includes(shown), shown);
  t.is(text.split("their median").length - 1, 1, "one legend explains all pictures");
  const { account_id } = (await owner.get("/me")).body.account;
  t.true(html.includes(`<a href="/u/${account_id}"><bdi>owner</bdi></a>`), "the owner's name is a link");
  const picture = `<meta property="og:image" content="http://bench.test/builds/${build_id}/preview.png"/>`;
  t.true(html.includes(picture));
  t.true(html.includes('data-copy="share-link"'), "a button copies the link to share");
  for (const copied of ["share-html", "share-markdown"])
    t.true(html.includes(`data-copy="${copied}"`), copied);
  t.false(text.includes("100 %"));
  t.regex(html, /aria-label="15,310 points: rank 1 of 10 builds\./);
  t.false(html.includes(`/b/${build_id}/change`), "strangers get no link to change the build");
  t.true(html.includes(`value="http://bench.test/b/${build_id}"`), "the page has the link to share");
  const own = await visitsOf(service, owner).open(`/b/${build_id}`);
  t.true(own.html.includes(`href="/b/${build_id}/change">Edit</a>`));
  const [run] = (await owner.get(`/builds/${build_id}/runs?benchmark_id=15`)).body.results;
  const [ofProcessor, ofCard] = await Promise.all(
    [run, timeSpy.body.runs[0]].map(async ({ run_id }: { run_id: string }) =>
      textOf((await visitsOf(service, null).open(`/r/${run_id}`)).html),
    ),
  );
  t.true(ofProcessor?.includes("Same processor model"));
  t.true(ofProcessor?.includes("their median this run"), "the page explains the marks of its pictures");
  t.false(ofProcessor?.includes("Same graphics chip"), "Cinebench does not measure the graphics card");
  t.true(ofCard?.includes("Same graphics chip"));
  t.false(ofCard?.includes("Same processor model"), "a graphics test does not measure the processor");
});

test("the page of a build shows the runs of two games of one benchmark in two groups, each below the title of the game", async (t) => {
  const owner = await service.signIn("two games");
  const build_id = await owner.makeBuild();
  const sent = ["harbour.exe", "Cyberpunk2077.exe", "harbour.exe"].map((game, seed) => ({
    name: `${seed}.csv`,
    content: makeCapture("presentmon-1.10", makeGameFrames(seed, RANKED_FRAMES)).replaceAll(
      "harbour.exe",
      game,
    ),
  }));
  const ids: string[] = [];
  for (const file of sent) {
    const { body } = await owner.add({ build_id, benchmarks: { id: 16 }, files: [file] });
    ids.push(body.runs[0].run_id as string);
  }
  for (const id of ids) t.is((await owner.waitForRun(id)).body.status, "complete");
  const { html: page } = await visitsOf(service, null).open(`/b/${build_id}`);
  const [, href = "", fragment = ""] =
    /href="([^"#]*)#([^"]*)">All runs of <bdi>harbour\.exe/.exec(page) ?? [];
  const { html } = await visitsOf(service, null).open(href.replaceAll("&amp;", "&"));
  t.true(
    html.includes(`<tbody id="${decodeURIComponent(fragment)}">`),
    "the link leads to the runs of the game",
  );
  const table = /<table class="runs two-lines">[^]*?<\/table>/.exec(html)?.[0] ?? "";
  const groups = [...table.matchAll(/<tbody[^>]*>([^]*?)<\/tbody>/g)].map(([, group = ""]) => ({
    heading: textOf(/<tr class="runs-group">([^]*?)<\/tr>/.exec(group)?.[1] ?? "").trim(),
    runs: [...group.matchAll(/href="\/r\/([^"]+)"/g)].map(([, id]) => id),
  }));
  t.deepEqual(groups, [
    { heading: "harbour.exe", runs: [ids[2], ids[0]] },
    { heading: "Cyberpunk 2077", runs: [ids[1]] },
  ]);
  t.regex(page, /<p class="note">Game, scene chosen by the player<\/p>/);
  t.notRegex(table, /<a href="\/r\/[^"]+"><bdi>/, "below a heading with the game, a row shows the day");
});

test("the page of a build shows the results of one family of benchmarks side by side", async (t) => {
  const owner = await service.signIn("many benchmarks");
  const build_id = await owner.makeBuild();
  const game = { name: "a.csv", content: makeCapture("presentmon-1.10", makeGameFrames(1, RANKED_FRAMES)) };
  const fireStrike = {
    name: "b.xml",
    content: TIME_SPY.content.toString().replaceAll("TimeSpy", "FireStrike"),
  };
  await owner.add({ build_id, benchmarks: { id: 3, runs: [6000] } });
  const sent = [
    { benchmarks: { id: 7 }, files: [fireStrike] },
    { benchmarks: { id: 17 }, files: [fireStrike] },
    { benchmarks: { id: 16 }, files: [game] },
  ];
  for (const one of sent) {
    const { body } = await owner.add({ build_id, ...one });
    await owner.waitForRun(body.runs[0].run_id);
  }
  const { html } = await visitsOf(service, null).open(`/b/${build_id}`);
  const titles = [...html.matchAll(/<li class="card result">.*?<h3>(.*?)<\/h3>/gs)].map(([, title = ""]) =>
    textOf(title).trim(),
  );
  t.deepEqual(titles, [
    "Cinebench R20 multi-core",
    "Fire Strike graphics test 1",
    "Fire Strike graphics test 2",
    "harbour.exe",
  ]);
});

test("the page of a build lets only the build's owner change and delete the build", async (t) => {
  const owner = await service.signIn("changing");
  const visits = visitsOf(service, owner);
  const { build_id } = (await owner.post("/builds", { name: "before", parts: { cpu: 1 } })).body.build;
  const stranger = visitsOf(service, await service.signIn("another"));
  for (const what of ["change", "delete"]) {
    t.is((await stranger.open(`/b/${build_id}/${what}`)).status, 403);
    t.is((await stranger.post(`/b/${build_id}/${what}`, { name: "theirs" })).status, 403);
  }
  const form = await visits.open(`/b/${build_id}/change`);
  t.regex(form.html, /<input type="radio" name="cpu" value="1" checked/);
  t.regex(textOf(form.html), /Keep AMD Ryzen 7 5800X No processor /);
  const refused = await visits.post(`/b/${build_id}/change`, { name: "", cpu: "1" });
  t.is(refused.status, 422);
  t.regex(refused.html, /id="name"[^>]*aria-invalid/);
  t.is((await visits.post(`/b/${build_id}/change`, { name: "after", cpu: "" })).status, 303);
  const { build } = (await owner.get(`/builds/${build_id}`)).body;
  t.is(build.name, "after");
  t.deepEqual(build.parts, {});
  t.is((await visits.post(`/b/${build_id}/delete`, {})).status, 303);
  t.is((await visits.open(`/b/${build_id}`)).status, 404);
});

test("the page of an unknown build says that there is no such build", async (t) => {
  const { status, html } = await visitsOf(service, null).open("/b/987654");
  t.is(status, 404);
  t.true(textOf(html).includes("There is no such build: it was deleted, or the address has a typing error."));
  t.regex(html, /<input type="search"[^>]*name="query"/, "the page has a search");
});

test("a comparison of builds sums up the current prices of the parts, and says of which parts in the words of the build's page", async (t) => {
  const price_date = new Date().toISOString().slice(0, "YYYY-MM-DD".length);
  await catalogue.save("ram", "test", [
    { sourceId: "priced", fields: { make: "Corsair", model: "Priced", price_usd: 90, price_date } },
  ]);
  const ram = (await catalogue.findPartBySlug("ram", "corsair-priced"))?.id;
  const owner = await service.signIn("compares prices");
  const buildOf = async (parts: object): Promise<number> =>
    (await owner.post("/builds", { name: "priced", parts })).body.build.build_id;
  const ids = [await buildOf({ ram }), await buildOf({ cpu: 1, ram })];
  const { html } = await visitsOf(service, null).open(`/compare?builds=${ids.join(",")}`);
  const words = ["$90.00 for the 1 named part", "$90.00 for 1 of the 2 named parts"];
  t.true(textOf(html).includes(`Price of the parts ${words.join(" ")}`), textOf(html));
  for (const [index, expected] of words.entries()) {
    const { html: ofBuild } = await visitsOf(service, null).open(`/b/${ids[index]}`);
    t.true(textOf(ofBuild).includes(`${expected};`), textOf(ofBuild));
  }
});
