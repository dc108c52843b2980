import { parse } from "csv-parse/sync";
import test from "ava";
import { startTestService } from "../helpers/service.ts";
import { madeCapture, submitFiles } from "./captures.ts";

const service = await startTestService(test);
const compare = (query: string, headers?: Record<string, string>) =>
  service.anonymous.get(`/compare?${query}`, headers);
const HTML = { Accept: "text/html" };

const uhd = { resolution: "4K", preset: "Ultra" };
const fullHd = { resolution: "1920x1080", preset: "Low" };
const measure = async (
  client: Parameters<typeof submitFiles>[0],
  build: number,
  settings: object,
  { seed = 1, slower = 1, label }: { seed?: number; slower?: number; label?: string } = {},
) => {
  const files = [madeCapture({ seed, slower })];
  return (
    (
      await submitFiles(client, build, files, { id: 16, settings, ...(label !== undefined && { label }) })
    )[0] ?? ""
  );
};

test("a comparison shows game runs with different settings side by side without a difference, and explains the reason", async (t) => {
  const client = await service.signIn("runs");
  const build = await client.makeBuild("tower");
  const first = await measure(client, build, uhd);
  const faster = await measure(client, build, fullHd, { slower: 0.8, label: "low" });
  const alike = await measure(client, build, { resolution: "3840 × 2160", preset: "ultra" }, { slower: 2 });
  const { body } = await compare(`runs=${first},${faster},${alike}`);
  t.deepEqual(
    body.compared.map(({ resolution, preset, label }: Record<string, unknown>) => [
      resolution,
      preset,
      label,
    ]),
    [
      ["3840x2160", "Ultra", null],
      ["1920x1080", "Low", "low"],
      ["3840x2160", "ultra", null],
    ],
  );
  for (const { unranked } of body.compared) t.is(unranked, null);
  const [result] = body.results;
  t.is(result.settings_differ, true);
  t.false("resolution" in result);
  for (const { values } of [result.score, ...result.metrics]) {
    t.is(typeof values[1].mean, "number");
    t.is(values[1].difference, null);
  }
  t.is(result.score.values[2].difference.verdict, "slower");

  const { body: same } = await compare(`runs=${first},${alike}`);
  t.like(same.results[0], { resolution: "3840x2160", preset: "Ultra" });
  t.false("settings_differ" in same.results[0]);

  const { text } = await compare(`runs=${first},${faster}`, HTML);
  t.true(text.includes("Results of a game with different resolutions or presets are not compared"));
  t.notRegex(text, /is (?:faster|slower) than|no real difference|class="difference"/);
  const heads = [...text.matchAll(/<th scope="col" class="number">(.*?)<\/th>/g)].map(([, head = ""]) =>
    head.replaceAll(/<[^>]*>/g, " ").trim(),
  );
  t.regex(heads[0] ?? "", /^tower\s+3840x2160, Ultra, \d+ \w+ \d{4}$/);
  t.regex(heads[1] ?? "", /^tower\s+low, 1920x1080, Low, \d+ \w+ \d{4}$/);
  const markdown = (await compare(`runs=${first},${faster}&format=markdown`)).text;
  t.regex(markdown, /Results of a game with different resolutions/);
  t.regex(markdown, /tower \(low, 1920x1080, Low, run /);
  const rows = parse<Record<string, string>>((await compare(`runs=${first},${faster}&format=csv`)).text, {
    columns: true,
  });
  t.like(rows[1], {
    figure: "score",
    resolution: "1920x1080",
    preset: "Low",
    difference_percent: "",
    verdict: "",
  });
});

test("in a comparison, runs of one submission with the same settings have different column headings", async (t) => {
  const client = await service.signIn("alike");
  const build = await client.makeBuild("tower");
  const files = [31, 32, 33, 34].map((seed) => madeCapture({ seed }));
  const runs = await submitFiles(client, build, files, { id: 16, settings: uhd });
  const { text } = await compare(`runs=${runs.join()}`, HTML);
  const heads = [...text.matchAll(/<th scope="col" class="number">(.*?)<\/th>/g)].map(([head]) =>
    head.replaceAll(/<[^>]*>/g, " "),
  );
  t.is(heads.length, 4);
  t.is(new Set(heads).size, 4, heads.join());
  t.regex(text, /<h1>4 runs of <bdi>harbour/, "the title does not name each run");
});

test("builds are compared only by results of a game with the same settings, and other results are listed with the reason", async (t) => {
  const client = await service.signIn("builds");
  const [first, other] = [await client.makeBuild("first"), await client.makeBuild("other")];
  for (const seed of [1, 2]) await measure(client, first, uhd, { seed });
  for (const seed of [3, 4]) await measure(client, other, uhd, { seed, slower: 2 });
  await measure(client, other, fullHd, { seed: 5, slower: 0.8 });
  await measure(client, other, { resolution: "1920x1080" }, { seed: 6 });
  const { body } = await compare(`builds=${first},${other}`);
  t.is(body.total, 1);
  t.like(body.results[0], { variant: "harbour", resolution: "3840x2160", preset: "Ultra" });
  t.like(body.results[0].score.values[1], { runs: 2, difference: { verdict: "slower" } });
  t.deepEqual(
    body.only_in_one.results.map(
      ({ build_id, resolution, preset, settings_differ, runs }: Record<string, unknown>) => ({
        build_id,
        resolution,
        preset,
        settings_differ,
        runs,
      }),
    ),
    [undefined, "Low"].map((preset) => ({
      build_id: other,
      resolution: "1920x1080",
      preset,
      settings_differ: true,
      runs: 1,
    })),
  );
  const apart = await client.makeBuild("apart");
  await measure(client, apart, fullHd, { seed: 7 });
  const { text } = await compare(`builds=${first},${apart}`, HTML);
  t.notRegex(text, /is (?:faster|slower) than|%\s*<span class="badge/);
  t.true(text.includes("Results of a game with different resolutions or presets are not compared"));
  t.true(text.includes("harbour.exe, 3840x2160, Ultra") && text.includes("harbour.exe, 1920x1080, Low"));
  const csv = (await compare(`builds=${first},${other}&format=csv`)).text;
  const rows = parse<Record<string, string>>(csv, { columns: true });
  t.like(rows[0], { variant: "harbour", resolution: "3840x2160", preset: "Ultra" });
  t.like(rows.at(-1), { variant: "harbour", resolution: "1920x1080", preset: "Low", figure: "", runs: "1" });
});

test("the legend of a comparison chart has no two equal rows; rows of one build show their labels and settings", async (t) => {
  const client = await service.signIn("legend");
  const build = await client.makeBuild("tower");
  const submit = async (seed: number, details: object) =>
    (await submitFiles(client, build, [madeCapture({ seed })], { id: 16, ...details }))[0] ?? "";
  const settings = { resolution: "1440p", preset: "High" };
  const runs = [
    await submit(41, { label: "stock", settings }),
    await submit(42, { label: "tuned", settings }),
    await submit(43, { label: "stock", settings: { ...settings, preset: "Low" } }),
  ];
  const { text } = await service.anonymous.get(`/compare/chart.svg?runs=${runs.join()}&width=375`);
  const names = [...text.matchAll(/<text class="name"[^>]*>(.*?)<\/text>/g)].map(([, name = ""]) => name);
  t.is(new Set(names).size, runs.length, names.join("; "));
  t.regex(names[0] ?? "", /^tower \(stock, 2560x1440, High/);
  t.regex(names[2] ?? "", /^tower \(stock, 2560x1440, Low/);
  t.false(
    names.some((name) => name.includes("harbour")),
    "the title names the only game",
  );
});

test("builds with different graphics cards that have only a processor test in common show their other results unfolded", async (t) => {
  const client = await service.signIn("cards");
  const { catalogue } = service.services;
  await catalogue.save(
    "gpu",
    "test",
    ["RTX 4070", "RTX 4060"].map((model) => ({
      sourceId: model,
      fields: { make: "MSI", model, chipset: model },
    })),
  );
  const slugs = ["msi-rtx-4070", "msi-rtx-4060"];
  const gpus = await Promise.all(slugs.map((slug) => catalogue.findPartBySlug("gpu", slug)));
  const ids: number[] = [];
  for (const gpu of gpus) {
    t.truthy(gpu);
    const { body } = await client.post("/builds", { name: `With card ${gpu?.id}`, parts: { gpu: gpu?.id } });
    const id = body.build.build_id as number;
    await client.add({ build_id: id, benchmarks: { id: 15, runs: [15_000] } });
    ids.push(id);
  }
  await measure(client, ids[0] ?? 0, uhd);
  const { text } = await compare(`builds=${ids.join(",")}`, HTML);
  t.regex(text, /<details open><summary>Measured on one of them alone/);
  t.is(
    text.match(/<(?:bdi|div class="note")>RTX 4070</g)?.length,
    3,
    "below the name in both tables and at the bar",
  );
  t.is(
    text.match(new RegExp(`>build ${ids[0]}<`, "g"))?.length,
    1,
    "the number stands in the first table alone",
  );
});
