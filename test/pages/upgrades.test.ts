import test from "ava";
import type { UpgradesAnswer } from "../../src/standings/index.ts";
import { browserTest, openWindow } from "../helpers/chromium.ts";
import { openTestService } from "../helpers/service.ts";
import { onTeardown } from "../helpers/stores.ts";
import { untilScored } from "../helpers/until-scored.ts";
import { until } from "../helpers/until.ts";
import { faultsOf } from "./axe.ts";
import { textOf, visitsOf } from "./page-visits.ts";

const service = await openTestService({});
const MARKUP = "<b data-hostile>";
const price_date = new Date().toISOString().slice(0, "YYYY-MM-DD".length);
const facts = { price_date, cores: 8, threads: 16, base_clock_mhz: 3800, socket: "AM4" };
await service.services.catalogue.save("cpu", "test", [
  { sourceId: "a", fields: { ...facts, make: "AMD", model: "Ryzen 7 5800X", price_usd: 200 } },
  { sourceId: "b", fields: { ...facts, make: "AMD", model: `Ryzen ${MARKUP}`, price_usd: 450 } },
  { sourceId: "c", fields: { ...facts, make: "AMD", model: "Ryzen 5 Rare" } },
]);
onTeardown(test, service.close);

const [present, faster, unmeasured] = [1, 2, 3];

/** Creates a build of a new account for each score, all with the same processor. Returns the ids of the builds. */
async function measure(cpu: number | undefined, scores: readonly number[]): Promise<number[]> {
  const builds = [];
  for (const score of scores) {
    const person = await service.signIn(`${cpu} ${score}`);
    const made = await person.post("/builds", { name: "measured", parts: { cpu } });
    const id = made.body.build.build_id as number;
    await person.add({ build_id: id, benchmarks: { id: 15, runs: [score] } });
    builds.push(id);
  }
  return builds;
}

const open = async (buildId: number) => visitsOf(service, null).open(`/b/${buildId}`);

let slow: number[];
let quick: number[];
test.before(async () => {
  slow = await measure(present, [9800, 9900, 10_000, 10_100, 10_200]);
  quick = await measure(faster, [14_800, 14_900, 15_000, 15_100, 15_200]);
  await until(async () => {
    await service.services.catalogue.markAllScoresDue("cpu");
    await untilScored(service);
    const { body } = await service.anonymous.get(`/builds/${slow[0]}/upgrades?kind=cpu`);
    return body.total === 1 && body.results[0].builds === 5 && body.present.builds === 5;
  }, "both processors are measured");
});

test.serial(
  "the page of a build shows its upgrades with the numbers of the API, and markup in names as plain text",
  async (t) => {
    const answer = await service.anonymous.get(`/builds/${slow[0]}/upgrades?kind=cpu`);
    const [upgrade] = (answer.body as UpgradesAnswer).results;
    t.is(upgrade?.expected_gain_percent, 50);
    t.is(upgrade?.expected_score, 14_700);
    const { status, html } = await open(slow[0] ?? 0);
    t.is(status, 200);
    const [, section = ""] = /(<section[^>]*upgrades-heading.*?<\/table>)/s.exec(html) ?? [];
    t.false(section.includes(MARKUP));
    t.true(section.includes(`href="/hardware/cpu/${encodeURIComponent(String(upgrade?.part["url_slug"]))}"`));
    const text = textOf(section);
    const price = `$${upgrade?.price_per_percent?.toFixed(2)}`;
    for (const shown of [
      "What would make it faster",
      "Processor upgrades for work that uses all cores, not for games",
      "For work that uses all cores, such as rendering, by Cinebench R23 multi-core. The lowest price for 1 % of gain comes first.",
      "Instead of AMD Ryzen 7 5800X",
      `AMD Ryzen ${MARKUP}`,
      "+50 %",
      "14,700",
      "$450.00",
      price,
    ])
      t.true(text.includes(shown), `${shown} in ${text}`);
    for (const sentence of [
      "How the gains are computed",
      "The build names no motherboard, so the socket is not checked. Not checked: whether the cooler and the power supply suffice,",
      "the median of the builds with the one part with that of the builds with the other, in one benchmark alone",
      "Cinebench R23 measures work that uses all cores, such as rendering: a gain here says nothing about games.",
    ])
      t.true(textOf(html).includes(sentence), sentence);
    t.notRegex(text, /[+−]\d+\.\d/, "gains are whole percents");
    t.notRegex(text, /points ?:/, "a unit is no name of a figure, which a colon follows");
    t.false(textOf(html).includes("larger cache"), "the present processor has no larger cache");
    t.false(text.includes("slower in games"), "no processor of the list is known to be slower in games");
    t.false(text.includes("do no better"), "the expected score is the result times the gain");
  },
);

test.serial(
  "the page of a build says why an expected score is less than the result times the gain: few builds score higher",
  async (t) => {
    const answer = await service.anonymous.get(`/builds/${slow[4]}/upgrades?kind=cpu`);
    const [upgrade] = (answer.body as UpgradesAnswer).results;
    t.deepEqual([answer.body.present.score, upgrade?.expected_gain_percent], [10_200, 50]);
    t.is(upgrade?.expected_score, 15_160);
    const text = textOf((await open(slow[4] ?? 0)).html);
    t.regex(text, /\+50 % \+\d+ to \+\d+ % Expected here:? 15,160 points 9 in 10 builds do no better/);
    t.true(
      text.includes(
        "The expected score is this build’s own result times the gain, but no better than 9 in 10 builds with the part.",
      ),
      text,
    );
  },
);

test.serial(
  "the page of a build without a result in the benchmark of the gains has no column of expected scores",
  async (t) => {
    const person = await service.signIn("no result");
    const made = await person.post("/builds", { name: "no result", parts: { cpu: present } });
    const text = textOf((await open(made.body.build.build_id)).html);
    t.true(text.includes("+50 %"), text);
    t.false(text.includes("Expected here"), text);
  },
);

test.serial(
  "the page of a build shows no old price of an upgrade, and says that there is no current price",
  async (t) => {
    const setDay = async (day: string) =>
      service.stores.db
        .collection("products")
        .updateOne({ kind: "cpu", id: faster }, { $set: { "fields.price_date": day } });
    await setDay("2022-10-12");
    const text = textOf((await open(slow[0] ?? 0)).html);
    await setDay(price_date);
    const section = text.slice(text.indexOf("What would make it faster"));
    t.true(section.includes("no current price"), section);
    t.false(/\$450|2022/.test(section), section);
  },
);

test.serial(
  "the page of a build marks upgrades of an X3D processor that may be slower in games, and says why",
  async (t) => {
    const setModel = async (model: string) =>
      service.stores.db
        .collection("products")
        .updateOne({ kind: "cpu", id: present }, { $set: { "fields.model": model } });
    await setModel("Ryzen 7 5800X3D");
    const { html } = await open(slow[0] ?? 0);
    await setModel("Ryzen 7 5800X");
    const [, row = ""] =
      /<tbody>.*?(<tr>.*?<\/tr>)/s.exec(html.slice(html.indexOf("upgrades-heading"))) ?? [];
    t.true(textOf(row).includes(`AMD Ryzen ${MARKUP} may be slower in games`), textOf(row));
    t.true(
      textOf(html).includes(
        "In games the present processor, which has a larger cache (X3D), may be faster than processors without it.",
      ),
    );
  },
);

browserTest("upgrades of a build are accessible in a browser, in both themes at every width", async (t) => {
  const page = await (await openWindow(t)).newPage();
  await page.goto(`${service.url}/b/${slow[0]}`);
  t.truthy(await page.$("#upgrades-heading"));
  t.deepEqual(await faultsOf(page), []);
});

test.serial(
  "the page of a build says so if no measured part is certain to be faster than the present one",
  async (t) => {
    const { status, html } = await open(quick[0] ?? 0);
    t.is(status, 200);
    const reason = `no measured part that fits is certainly faster than AMD Ryzen ${MARKUP}, and by 3 % or more, in Cinebench R23 multi-core.`;
    t.true(textOf(html).includes(`What would make it faster Processor: ${reason}`));
  },
);

test.serial(
  "the page of a build whose processor few builds have measured says that its upgrades are not known",
  async (t) => {
    const [rare = 0] = await measure(unmeasured, [12_000]);
    const { status, html } = await open(rare);
    t.is(status, 200);
    const reason =
      "too few builds with AMD Ryzen 5 Rare have a result in Cinebench R23 multi-core to tell what would be faster.";
    t.true(textOf(html).includes(`What would make it faster Processor: ${reason}`));
  },
);

test.serial("the page of a build without parts shows no upgrades", async (t) => {
  const [unnamed = 0] = await measure(undefined, [12_345]);
  const { status, html } = await open(unnamed);
  t.is(status, 200);
  t.false(html.includes("upgrades-heading"));
});

test.serial(
  "the page of a build shows the five best upgrades of a part, and the others folded below them in the same order",
  async (t) => {
    const more = [4, 5, 6, 7, 8, 9].map((id) => ({ id, price_usd: 300 + id }));
    await service.services.catalogue.save(
      "cpu",
      "test",
      more.map(({ id, price_usd }) => ({
        sourceId: `more ${id}`,
        fields: { ...facts, make: "AMD", model: `Ryzen 9 ${id}000`, price_usd },
      })),
    );
    for (const { id } of more)
      await measure(
        id,
        [14_800, 14_900, 15_000, 15_100, 15_200].map((score) => score + id),
      );
    await until(async () => {
      await service.services.catalogue.markAllScoresDue("cpu");
      await untilScored(service);
      return (await service.anonymous.get(`/builds/${slow[0]}/upgrades?kind=cpu`)).body.total === 7;
    }, "seven processors are faster");
    const { results } = (await service.anonymous.get(`/builds/${slow[0]}/upgrades?kind=cpu&limit=20`))
      .body as UpgradesAnswer;
    const { html } = await open(slow[0] ?? 0);
    const [first = "", folded = "", ...others] = [
      ...html.matchAll(/<table class="upgrades.*?<\/table>/gs),
    ].map(([table]) => table);
    t.deepEqual(others, []);
    const slugsIn = (table: string) =>
      [...table.matchAll(/href="\/hardware\/cpu\/([^"]+)"/g)].map(([, slug]) => slug);
    const slugs = results.map(({ part }) => encodeURIComponent(part["url_slug"]));
    t.deepEqual([slugsIn(first), slugsIn(folded)], [slugs.slice(0, 5), slugs.slice(5)]);
    const before = html.slice(html.indexOf(first), html.indexOf(folded));
    t.regex(before, /<details><summary>Show 2 more<\/summary>/);
    t.regex(folded, /<caption>Further processor upgrades, sorted as those above<\/caption>/);
  },
);

test.serial(
  "if a part has more upgrades than the page of a build shows, the page says how many of them it shows",
  async (t) => {
    const more = Array.from({ length: 14 }, (_, index) => 10 + index);
    await service.services.catalogue.save(
      "cpu",
      "test",
      more.map((id) => ({
        sourceId: `more ${id}`,
        fields: { ...facts, make: "AMD", model: `Ryzen 9 ${id}000`, price_usd: 300 + id },
      })),
    );
    const scores = [14_800, 14_900, 15_000, 15_100, 15_200];
    await Promise.all(more.map(async (id) => measure(id, scores)));
    await until(async () => {
      await service.services.catalogue.markAllScoresDue("cpu");
      await untilScored(service);
      return (await service.anonymous.get(`/builds/${slow[0]}/upgrades?kind=cpu`)).body.total === 21;
    }, "21 processors are faster");
    const { html } = await open(slow[0] ?? 0);
    t.regex(html, /<details><summary>Show 15 more \(the first 20 of 21\)<\/summary>/);
  },
);
