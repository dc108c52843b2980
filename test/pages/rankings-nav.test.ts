import test from "ava";
import { browserTest, openWindow } from "../helpers/chromium.ts";
import { openTestService } from "../helpers/service.ts";
import { until } from "../helpers/until.ts";
import { startRankedService } from "../standings/ranked-service.ts";
import { asBrowser } from "./html.ts";

const service = await startRankedService(test);
const { anonymous: client, rank, amd, gpu } = service;

test("the page of a ranking links by name to each 3DMark test without a tab, in one row with the benchmark's own tests if it has any", async (t) => {
  await rank({ owner: "ada", score: 15_310 });
  for (const owner of ["ada", "bob"])
    for (const benchmark_id of [7, 17]) await rank({ owner, score: 100, benchmark_id, variant: "Time Spy" });
  for (const [benchmark_id, variant] of [
    [7, "Wild Life"],
    [7, "Fire Strike"],
    [17, "Fire Strike"],
    [17, "Cloud Gate"],
  ] as const)
    await rank({ owner: "ada", score: 50, benchmark_id, variant });

  const navAt = async (path: string, label = "Rankings") =>
    new RegExp(`<nav [^>]*aria-label="${label}">[^]*?</nav>`).exec(
      (await client.get(path, asBrowser)).text,
    )?.[0] ?? "";
  const linksIn = (html: string) =>
    Array.from(html.matchAll(/<a href="([^"]+)"><bdi>([^<]+)/g), ([, href, name]) => `${name} ${href}`);
  const othersAt = async (path: string) =>
    linksIn(await navAt(path)).filter((link) => !/graphics test|Cinebench|Games/.test(link));
  t.deepEqual(await othersAt("/rankings/15"), [
    "Cloud Gate /rankings/17?variant=Cloud+Gate",
    "Fire Strike /rankings/7?variant=Fire+Strike",
    "Wild Life /rankings/7?variant=Wild+Life",
  ]);
  // A graphics test has a row of links to its tests, and the other tests stand at the end of this row.
  t.deepEqual(await othersAt("/rankings/7"), []);
  t.deepEqual(linksIn(await navAt("/rankings/7", "What was measured")).slice(-1), [
    "Cloud Gate /rankings/17?variant=Cloud+Gate",
  ]);
  t.deepEqual(await othersAt("/rankings/17?variant=Fire+Strike"), []);
  t.deepEqual(linksIn(await navAt("/rankings/17?variant=Fire+Strike", "What was measured")).slice(-1), [
    "Wild Life /rankings/7?variant=Wild+Life",
  ]);
  t.false((await navAt("/rankings/15")).includes("<details"), "a few tests stand beside the tabs");
  await rank({ owner: "ada", score: 40, benchmark_id: 7, variant: "Port Royal" });
  const [, folded = ""] = /More 3DMark tests<\/summary>([^]*)/.exec(await navAt("/rankings/15")) ?? [];
  t.is(linksIn(folded).length, 4, "more tests are folded");
});

test("the title of a ranking of builds with a part names the part", async (t) => {
  await rank({ owner: "ada", score: 15_310, parts: { gpu: gpu.id } });
  const { text } = await client.get(`/rankings/15?gpu=${gpu.slug}`, asBrowser);
  t.regex(text, /<h1><bdi>Cinebench R23 multi-core<\/bdi> with <bdi>[^<]*RTX 4070<\/bdi><\/h1>/);
  t.regex(text, /<title>Cinebench R23 multi-core ranking with [^<]*RTX 4070 · /);
  const { text: all } = await client.get("/rankings/15", asBrowser);
  t.true(all.includes("<h1><bdi>Cinebench R23 multi-core</bdi></h1>"));
});

test("the ranking of a game says what is not recorded", async (t) => {
  await rank({ owner: "ada", benchmark_id: 16, variant: "Plain", score: 60 });
  const { text } = await client.get("/rankings/16?variant=Plain", asBrowser);
  t.is(text.match(/Upscaling and ray tracing are not recorded\./g)?.length, 1);
});

const NAME = "Night <i>Rails</i>";

test("the page of a ranking links to a download of all results, and states the terms of use", async (t) => {
  await rank({ owner: "ada", benchmark_id: 16, variant: NAME, score: 60, settings: { resolution: "4K" } });
  const open = async (path: string) => (await client.get(path, asBrowser)).text;
  const html = await open(`/rankings/16?variant=${encodeURIComponent(NAME)}&resolution=4K`);
  const [, href = ""] = /<a href="([^"]*)" rel="nofollow" download>Download all results/.exec(html) ?? [];
  t.is(
    href.replaceAll("&amp;", "&"),
    "/benchmarks/16/results?variant=Night+%3Ci%3ERails%3C%2Fi%3E&format=csv",
    "the data have results with any settings",
  );
  t.is((await client.get(href.replaceAll("&amp;", "&"))).status, 200);
  t.regex(html, /states no terms of use for these data: ask before you publish them elsewhere\./);
  t.false((await open("/rankings/3")).includes("Download all results"), "nothing is measured there");

  const address = "https://bench.test/terms?a=1&b=2";
  const terms = JSON.stringify({ text: "CC <b>BY</b> 4.0", href: address });
  const named = await openTestService({ hasWorkers: false, env: { DATA_TERMS: terms } });
  t.teardown(named.close);
  await named.services.ranks.refill();
  const owner = await named.signIn("ada");
  await owner.add({ build_id: await owner.makeBuild(), benchmarks: { id: 15, runs: [900] } });
  while ((await named.services.standings.sweep.run()) > 0);
  const page = (await named.anonymous.get("/rankings/15", asBrowser)).text;
  t.true(
    page.includes('Terms of use: <a href="https://bench.test/terms?a=1&amp;b=2">CC &lt;b>BY&lt;/b> 4.0</a>'),
    page,
  );
});

browserTest("on a phone each place of a ranking shows its processor and its graphics card", async (t) => {
  const parts = { cpu: amd.id, gpu: gpu.id };
  await rank({ owner: "dora", benchmark_id: 16, variant: "Seen", score: 60, parts });
  await rank({ owner: "eve", benchmark_id: 16, variant: "Seen", score: 50, parts });
  const page = await (await openWindow(t)).newPage();
  await page.setViewport({ width: 375, height: 800 });
  await page.goto(`${service.url}/rankings/16?variant=Seen`);
  const seen = await page.evaluate(
    `[...document.querySelectorAll(".ranking tbody tr")].map((row) =>
      [...row.querySelectorAll(".ranked-parts a")].filter((link) => link.checkVisibility()).length)`,
  );
  t.deepEqual(seen, [2, 2]);
});

browserTest("another game or setting, or a chosen processor, applies to a ranking at once", async (t) => {
  const parts = { cpu: amd.id };
  const settings = { resolution: "1920x1080" };
  await rank({ owner: "finn", benchmark_id: 16, variant: "One", score: 60, parts, settings });
  await rank({
    owner: "gina",
    benchmark_id: 16,
    variant: "One",
    score: 50,
    settings: { resolution: "3840x2160" },
  });
  await rank({ owner: "gina", benchmark_id: 16, variant: "Two", score: 40 });
  const page = await (await openWindow(t)).newPage();
  await page.setViewport({ width: 1280, height: 800 });
  await page.goto(`${service.url}/rankings/16?variant=Two`);
  const has = (selector: string, text: string) =>
    until(
      () =>
        page.evaluate(
          `document.querySelector("${selector}")?.textContent.includes("${text}") ?? false`,
        ) as Promise<boolean>,
      `${selector} contains ${text}`,
    );
  const parameterOf = (name: string) => new URL(page.url()).searchParams.get(name);
  const owners = () => page.$$eval(".ranked-owner a", (links) => links.map(({ textContent }) => textContent));
  await page.evaluate("window.isSamePage = true");
  await page.select('select[name="variant"]', "One");
  await has("h1", "One");
  t.is(parameterOf("variant"), "One");
  await page.select('select[name="resolution"]', "3840x2160");
  await until(async () => parameterOf("resolution") === "3840x2160", "the address names the resolution");
  t.deepEqual(await owners(), ["gina"]);
  await page.select('select[name="resolution"]', "");
  await until(async () => parameterOf("resolution") === "", "the address names no resolution");
  t.deepEqual(await owners(), ["finn", "gina"]);
  t.is(
    await page.$eval("#cpu-name", (field) => field.getAttribute("role")),
    "combobox",
    "the new field suggests",
  );
  // The search index of this test is empty, so do what the choice of a suggestion does.
  await page.evaluate(`{
    const field = document.querySelector('[name="cpu"]');
    field.value = "${amd.slug}";
    field.dispatchEvent(new Event("change", { bubbles: true }));
  }`);
  await has("h1", "5800X");
  t.is(parameterOf("cpu"), amd.slug);
  t.true(await page.evaluate("window.isSamePage"), "no other page was opened");
});
