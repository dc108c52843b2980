import test from "ava";
import { textOf } from "../pages/page-visits.ts";
import { startRankedService } from "../standings/ranked-service.ts";

const service = await startRankedService(test);
const { anonymous, rank } = service;
const { catalogue } = service.services;

const card = (sourceId: string, chipset: string, vram_gb: number) => ({
  sourceId,
  fields: { make: "Maker", model: sourceId, chipset_make: "NVIDIA", chipset, vram_gb },
});

/** The ids of the saved products by their source ids. */
const ids: Record<string, number> = {};
/** The names of the saved products in the address of a comparison, by their source ids. */
const names: Record<string, string> = {};
let people = 0;

/** Stores five ranked results of new accounts with a part. */
async function measure(kind: "cpu" | "gpu", sourceId: string, score: number, given: object = {}) {
  for (const more of [0, 1, 2, 3, 4])
    await rank({
      owner: `person ${(people += 1)}`,
      score: score + more,
      parts: { [kind]: ids[sourceId] },
      ...given,
    });
}

test.before(async () => {
  await catalogue.save("cpu", "page", [
    { sourceId: "one", fields: { make: "AMD", model: "One", cores: 8 } },
    { sourceId: "other", fields: { make: "AMD", model: "Other", cores: 6 } },
  ]);
  await catalogue.save("gpu", "page", [
    card("long card", "GeForce RTX 4070", 12),
    card("short card", "GeForce RTX 4060", 8),
    card("much", "GeForce RTX 4090", 24),
    card("little", "GeForce RTX 4050", 6),
  ]);
  const stored = await service.stores.db.collection("products").find({ source: "page" }).toArray();
  for (const { source_id, kind, id, url_slug } of stored) {
    ids[String(source_id)] = Number(id);
    names[String(source_id)] = `${kind}/${url_slug}`;
  }
  await measure("cpu", "one", 15_000);
  await measure("cpu", "other", 12_000);
  await measure("cpu", "other", 5000, { benchmark_id: 3 });
  const game = { benchmark_id: 16, variant: "known", settings: { resolution: "4K", preset: "High" } };
  await measure("gpu", "long card", 100, game);
  await measure("gpu", "short card", 60, game);
  for (const [benchmark_id, variant, much, little] of [
    [7, "Time Spy", 180, 110],
    [17, "Time Spy", 190, 96],
    [16, "known", 90, 92],
  ] as const)
    for (const more of [0, 5]) {
      const given = { benchmark_id, variant, ...(benchmark_id === 16 && { settings: game.settings }) };
      await measure("gpu", "much", much + more, given);
      await measure("gpu", "little", little + more, given);
    }
});

const pageOf = async (...compared: string[]) => {
  const { status, text } = await anonymous.get(
    `/compare?products=${compared.map((one) => names[one]).join()}`,
    { Accept: "text/html" },
  );
  return { status, text };
};

test("the page of compared products lists benchmarks that only one of the products has results in below all others, under one heading and without bars", async (t) => {
  const { status, text } = await pageOf("one", "other");
  t.is(status, 200);
  const [shared = "", alone = ""] = text.split("With a median of only one of them");
  t.true(shared.includes(">Cinebench R23 multi-core<"));
  t.true(shared.includes('class="bar"'));
  const [rows = ""] = alone.split("Specifications");
  t.true(rows.includes(">Cinebench R20 multi-core<"));
  t.true(rows.includes("not measured"));
  t.false(rows.includes('class="bar"'), "nothing stands beside the bar");
  t.notRegex(textOf(text), /has no median here|cannot be compared/);
  const lines = (await anonymous.get(`/compare?products=${names["one"]},${names["other"]}&format=markdown`))
    .text;
  t.true(lines.indexOf("| Cinebench R23") < lines.indexOf("| Cinebench R20"), "Markdown has the same order");
});

test("the page of compared products says which differences have too few builds for a verdict, and what shaded rows mean", async (t) => {
  const { text } = await pageOf("one", "other");
  t.regex(text, /−20\.0 % <span class="note">too few builds for a verdict<\/span>/);
  t.regex(text, />Specifications<p class="note">Shaded rows differ; a dash means not known\.<\/p>/);
});

test("the page of compared graphics cards says that the results are those of all builds with the same chip, and the page of compared processors does not", async (t) => {
  const ofCards = textOf((await pageOf("long card", "short card")).text);
  t.true(ofCards.includes("Medians of all builds with the same graphics chip, whatever the card;"), ofCards);
  t.true(ofCards.includes("5 builds with the chip"));
  t.regex(ofCards, /\| 102\.0 \(5 builds with the chip, /, "Markdown says it, too");
  const ofProcessors = textOf((await pageOf("one", "other")).text);
  t.true(ofProcessors.includes("Medians of the builds. Higher is better."));
  t.false(ofProcessors.includes("with the chip"));
});

test("the page of compared products begins with a summary of its verdicts", async (t) => {
  const summaryOf = (html: string) =>
    textOf(/<section class="stack" aria-labelledby="result">[^]*?<\/section>/.exec(html)?.[0] ?? "").trim();
  t.is(
    summaryOf((await pageOf("one", "other")).text),
    "Result There are too few builds for a verdict in Cinebench R23 multi-core.",
  );
  t.is(
    summaryOf((await pageOf("much", "little")).text),
    "Result Maker little is slower than Maker much in Time Spy graphics tests, by 37.9 to 48.3 %. " +
      "There is no clear difference in known.",
  );
  const ofThree = summaryOf((await pageOf("much", "little", "long card")).text);
  t.regex(ofThree, /^Result Maker little is slower than Maker much in Time Spy graphics tests, by/);
  t.true(ofThree.includes("There is no clear difference between Maker much and Maker little in known."));
});
