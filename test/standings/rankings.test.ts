import test from "ava";
import { startRankedService } from "./ranked-service.ts";

const service = await startRankedService(test);
const { anonymous, rank, amd, intel, gpu } = service;

const pointers = ({ body }: { body?: { errors?: { pointer: string }[] } }) =>
  body?.errors?.map(({ pointer }) => pointer);

test("a ranking shows builds with their parts and owners, and equal scores share a rank", async (t) => {
  const scores = [1200, 1500, 1500, 900];
  const ids: number[] = [];
  for (const [index, score] of scores.entries())
    ids.push(
      await rank({
        owner: `ranking ${index}`,
        score,
        benchmark_id: 3,
        parts: index < 3 ? { cpu: amd.id } : { cpu: intel.id },
      }),
    );
  const { status, body } = await anonymous.get("/benchmarks/3/ranking");
  t.is(status, 200);
  t.is(body.total, 4);
  t.deepEqual(
    body.results.map(({ rank, score }: { rank: number; score: number }) => [rank, score]),
    [
      [1, 1500],
      [1, 1500],
      [3, 1200],
      [4, 900],
    ],
  );
  const third = body.results[2];
  t.is(third.unit, "points");
  t.like(body, {
    benchmark_id: 3,
    benchmark: { id: 3, name: "Cinebench R20", unit: "points" },
    variant: null,
  });
  // Description, compatibility and price are only in responses about a single build, not in rankings.
  const shown = (await anonymous.get(`/builds/${ids[0]}`)).body.build;
  const { description: _, compatibility: __, price: ___, ...build } = shown;
  t.deepEqual(third.build, build, "the build has the same fields as in other lists");
  t.is(third.created_at, "2026-11-20T10:00:00.000Z");
  t.is(third.build.build_id, ids[0]);
  t.is(third.build.parts.cpu.url_slug, amd.slug);
  t.is(third.build.owner.name, (await (await service.signIn("ranking 0")).get("/me")).body.account.name);

  const pages = [];
  for (let page = 1; page <= 3; page += 1)
    pages.push(...(await anonymous.get(`/benchmarks/3/ranking?page=${page}&limit=2`)).body.results);
  t.deepEqual(pages, body.results);

  const ofAmd = await anonymous.get(`/benchmarks/3/ranking?cpu=${amd.id}`);
  t.is(ofAmd.body.total, 3);
  t.is((await anonymous.get(`/benchmarks/3/ranking?cpu=${amd.id}&gpu=${gpu.id}`)).body.total, 0);

  // Delete a build: the ranks in Redis still contain it for a moment, but the ranking must not show it.
  await (await service.signIn("ranking 1")).send("DELETE", `/builds/${ids[1]}`);
  const left = await anonymous.get("/benchmarks/3/ranking");
  t.is(left.body.total, 4);
  t.deepEqual(
    left.body.results.map(({ rank }: { rank: number }) => rank),
    [1, 3, 4],
  );
});

test("a refused request for a ranking gets a list of all faults", async (t) => {
  t.is((await anonymous.get("/benchmarks/99/ranking")).status, 404);
  t.is((await anonymous.get("/benchmarks/x/ranking")).status, 404);
  const file = await anonymous.get("/benchmarks/7/ranking?resolution=4K&preset=Ultra&cpu=999&gpu=998");
  t.is(file.status, 422);
  t.deepEqual(pointers(file), ["/variant", "/resolution", "/preset", "/cpu", "/gpu"]);
  t.regex(file.body.errors[0].detail, /GET \/benchmarks\/7\/variants/);
  const score = await anonymous.get("/benchmarks/15/ranking?variant=x");
  t.deepEqual(pointers(score), ["/variant"]);
  const numbers = await anonymous.get("/benchmarks/15/ranking?page=0&limit=101&gpu=1.5");
  t.deepEqual(pointers(numbers), ["/page", "/limit", "/gpu"]);
  const unknown = await anonymous.get("/benchmarks/15/ranking?cpu=amd-athlon-1&gpu=nvidia-voodoo-2");
  t.deepEqual(pointers(unknown), ["/cpu", "/gpu"]);
  const ignored = await anonymous.get("/benchmarks/15/ranking?ram=1.5&motherboard=x");
  t.is(ignored.status, 200, "a ranking cannot be filtered by memory or motherboard");
  t.is((await anonymous.get("/benchmarks/16/ranking?variant=nobody.exe")).body.total, 0);
});

test("games are ranked separately by resolution and preset, and spellings of the same setting are ranked together", async (t) => {
  const game = { benchmark_id: 16, variant: "harbour.exe" };
  await rank({ owner: "one", score: 60, ...game, settings: { resolution: "4K", preset: "Very High" } });
  await rank({ owner: "two", score: 90, ...game, settings: { resolution: "2560 × 1440" } });
  const total = async (query: string) =>
    (await anonymous.get(`/benchmarks/16/ranking?variant=harbour.exe${query}`)).body.total as number;
  t.is(await total(""), 2);
  t.is(await total("&resolution=3840x2160"), 1);
  t.is(await total("&resolution=1440p"), 1);
  t.is(await total("&resolution=2160P&preset=very%20high"), 1);
  t.is(await total("&preset=low"), 0);
});

test("the variants of a benchmark are listed by their number of builds, and found by the beginnings of words in their names", async (t) => {
  const given = ["Time Spy", "Time Spy", "Time Spy Extreme", "Fire Strike", "Fire Strike", "Fire Strike"];
  for (const [index, variant] of given.entries())
    await rank({ owner: `variants ${index}`, score: 10, benchmark_id: 17, variant });
  const names = async (query: string) => {
    const { body } = await anonymous.get(`/benchmarks/17/variants?${query}`);
    return [body.total, body.results.map(({ variant }: { variant: string }) => variant)];
  };
  t.deepEqual(await names(""), [3, ["Fire Strike", "Time Spy", "Time Spy Extreme"]]);
  t.deepEqual(await names("page=2&limit=1"), [3, ["Time Spy"]]);
  t.deepEqual(await names("query=sp%20TIM"), [2, ["Time Spy", "Time Spy Extreme"]]);
  t.deepEqual(await names("query=extr%20time"), [1, ["Time Spy Extreme"]]);
  t.deepEqual(await names("query=pies"), [0, []]);
  const spy = await anonymous.get("/benchmarks/17/variants?query=spy&limit=1");
  t.deepEqual(spy.body.results, [{ variant: "Time Spy", builds: 2 }]);
  t.is((await anonymous.get("/benchmarks/99/variants")).status, 404);
});

test("a category of a ranking that was stored before its game had a title is found by the title after the next result", async (t) => {
  const find = async () => (await anonymous.get("/benchmarks/16/variants?query=baldur")).body.total as number;
  const game = { benchmark_id: 16, variant: "bg3" };
  await rank({ owner: "before", score: 60, ...game });
  const categories = service.stores.db.collection("standing_categories");
  await categories.updateMany({ variant: "bg3" }, { $set: { words: ["bg3"] } });
  t.is(await find(), 0);
  await rank({ owner: "after", score: 70, ...game });
  t.is(await find(), 1);
});

test("the list of a benchmark's games shows at which resolutions and presets they were measured", async (t) => {
  const game = { benchmark_id: 16, variant: "lighthouse.exe" };
  await rank({ owner: "s1", score: 60, ...game, settings: { resolution: "4K", preset: "Very High" } });
  await rank({ owner: "s2", score: 60, ...game, settings: { resolution: "2160p" } });
  await rank({ owner: "s3", score: 60, ...game });
  const { body } = await anonymous.get("/benchmarks/16/variants?query=light");
  t.deepEqual(body.results, [
    {
      variant: "lighthouse.exe",
      builds: 3,
      resolutions: [{ resolution: "3840x2160", builds: 2 }],
      presets: [{ preset: "Very High", builds: 1 }],
    },
  ]);
});

test("the results of a product list each benchmark and variant measured with the product", async (t) => {
  for (let index = 0; index < 6; index += 1)
    await rank({
      owner: `results ${index}`,
      score: 100 + 20 * index,
      parts: { gpu: gpu.id },
      benchmark_id: 18,
      variant: "Port Royal",
    });
  await rank({
    owner: "results 0",
    score: 5,
    parts: { gpu: gpu.id },
    benchmark_id: 18,
    variant: "Wild Life",
  });
  const { status, body } = await anonymous.get(`/products/gpu/${gpu.slug}/results`);
  t.is(status, 200);
  t.is(body.total, 2);
  t.is(body.part, "chip");
  const [many, one] = body.results;
  const { histogram, ...figures } = many;
  t.deepEqual(figures, {
    benchmark_id: 18,
    benchmark: { id: 18, name: "3DMark graphics test 3", unit: "fps" },
    higher_is_better: true,
    variant: "Port Royal",
    builds: 6,
    median: 150,
    p10: 110,
    p90: 190,
    best: 200,
  });
  t.is(histogram.length, 20);
  const picture = `/products/gpu/${gpu.slug}/histogram.svg?benchmark=18&variant=Port+Royal`;
  t.true((await anonymous.get(picture)).text.includes("Port Royal graphics test 3"));
  t.deepEqual(histogram[0], { from: 100, to: 105, builds: 1 });
  t.is(histogram[19].builds, 1);
  t.deepEqual([one.builds, one.median, one.best, one.histogram], [1, null, null, null]);
  t.is((await anonymous.get("/products/gpu/none/results")).status, 404);
  t.is((await anonymous.get(`/products/gpu/${gpu.slug}/results?page=2&limit=1`)).body.results.length, 1);
});

test("the histogram of a ranking shows where a run lies among the other runs, and escapes markup in names", async (t) => {
  const client = await service.signIn("histogram me");
  const made = await client.post("/builds", { name: "mine", parts: { cpu: amd.id } });
  const build_id = made.body.build.build_id as number;
  const added = await client.add({ build_id, benchmarks: { id: 15, runs: [1250] } });
  const run = added.body.runs[0].run_id as string;
  for (let index = 0; index < 5; index += 1)
    await rank({ owner: `histogram ${index}`, score: 1000 + 100 * index, parts: { cpu: amd.id } });
  const path = `/products/cpu/${amd.slug}/histogram.svg?benchmark=15`;
  const plain = await anonymous.get(path);
  t.is(plain.status, 200);
  t.is(plain.headers.get("content-type"), "image/svg+xml; charset=utf-8");
  t.is(
    plain.headers.get("content-security-policy"),
    "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  );
  t.false(plain.text.includes("<b>"));
  t.true(plain.text.includes("AMD Ryzen &lt;b&gt;7&lt;/b&gt; &amp; 5800X"));
  t.false(plain.text.includes("you are here"));
  t.true(plain.text.includes("prefers-color-scheme"));
  const tag = plain.headers.get("etag") ?? "";
  const again = await anonymous.get(path, { "If-None-Match": tag, "Cache-Control": "max-age=0" });
  t.is(again.status, 304);

  const marked = await anonymous.get(`${path}&run=${run}&theme=dark`);
  t.regex(marked.text, /you are here: 1,250 points, rank 3 of 6/);
  t.false(marked.text.includes("prefers-color-scheme"));

  // A narrow picture has its figures below the plot, and a wide one beside it. Few builds have a low plot of dots.
  const narrow = await anonymous.get(`${path}&run=${run}&width=375`);
  t.regex(narrow.text, /<svg [^>]*width="375" height="376"/);
  t.regex(narrow.text, /▼ you are here: 1,250 points, rank 3 of 6/);
  t.regex(plain.text, /<svg [^>]*width="900" height="290"/);
  const yOf = (svg: string, name: string) => Number(new RegExp(`y="(\\d+)">${name}<`).exec(svg)?.[1]);
  t.true(yOf(narrow.text, "median") > 110);
  t.true(yOf(plain.text, "median") < 150);
  const [, builds] = /· (\d+) builds/.exec(plain.text) ?? [];
  t.is(plain.text.match(/<circle/g)?.length, Number(builds), "each dot is a build");

  const few = await anonymous.get(`/products/cpu/${intel.slug}/histogram.svg?benchmark=15`);
  t.regex(few.text, /Measured on 0 builds so far: a histogram needs at least 5\./);
  const own = await anonymous.get(`/products/cpu/${intel.slug}/histogram.svg?benchmark=15&run=${run}`);
  t.regex(own.text, /needs at least 5; you are here: 1,250 points/);
});

test("from 30 builds on the histogram of a ranking has bars", async (t) => {
  const fields = { make: "Maker", model: "Bars", chipset_make: "NVIDIA", chipset: "GeForce Bars" };
  await service.services.catalogue.save("gpu", "bars", [{ sourceId: "bars", fields }]);
  const card = await service.stores.db.collection("products").findOne({ source: "bars" });
  const given = { parts: { gpu: Number(card?.["id"]) }, benchmark_id: 18, variant: "Bars" };
  for (let index = 0; index < 30; index += 1)
    await rank({ ...given, owner: `bars ${index}`, score: 50 + index });
  const { text } = await anonymous.get(
    `/products/gpu/${String(card?.["url_slug"])}/histogram.svg?benchmark=18&variant=Bars`,
  );
  t.regex(text, /<svg [^>]*width="900" height="360"/);
  t.true(text.includes('<rect class="bar"'));
  t.false(text.includes("<circle"));
});

test("a refused request for a histogram gets a list of all faults", async (t) => {
  const path = `/products/cpu/${amd.slug}/histogram.svg`;
  t.deepEqual(pointers(await anonymous.get(`${path}?theme=blue`)), ["/benchmark", "/theme"]);
  t.deepEqual(pointers(await anonymous.get(`${path}?benchmark=15&width=319`)), ["/width"]);
  t.deepEqual(pointers(await anonymous.get(`${path}?benchmark=16&run=none`)), ["/variant", "/run"]);
  t.deepEqual(pointers(await anonymous.get(`${path}?benchmark=99`)), ["/benchmark"]);
  const other = await anonymous.get(`${path}?benchmark=7`);
  t.deepEqual(pointers(other), ["/benchmark"]);
  t.regex(
    other.body.errors[0].detail,
    /by which CPUs are compared, found 7\. These benchmarks are: 15 \(Cinebench R23\), 3 \(Cinebench R20\), 16 \(Game benchmark\)/,
  );
  t.is((await anonymous.get("/products/cpu/none/histogram.svg?benchmark=15")).status, 404);
});
