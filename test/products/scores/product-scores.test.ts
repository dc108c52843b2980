import test from "ava";
import { cpuKind } from "../../../src/kinds/cpu.ts";
import { differs } from "../../../src/products/scores/product-scores.ts";
import { chooseVariants, MAX_VARIANTS } from "../../../src/products/scores/score-variants.ts";
import { cpu, startServiceWith } from "../catalogue-service.ts";
import { createMeasuredWorld } from "./measured-world.ts";

const service = await startServiceWith(test, [cpu("fast", { price_usd: 400 }), cpu("slow")]);

/** Starts the service of product scores with two products that have no scores. */
async function startMeasured() {
  const { db } = service;
  await db.collection("product_score_variants").deleteMany({});
  await db
    .collection("products")
    .updateMany({}, { $unset: { scores: true, scores_due: true }, $set: { revision: 1 } });
  const measured = createMeasuredWorld(service);
  measured.variant("r23", 15, null, 100);
  const products = await service.stored();
  const [fast, slow] = products.map(({ id }) => id) as [number, number];
  const slugOf = (id: number) => products.find((product) => product.id === id)?.compared_as ?? "";
  const median = (category: string, id: number, found: { median: number; builds: number } | null) =>
    measured.median(category, "cpu", slugOf(id), found);
  const productOf = async (id: number) => (await service.stored()).find((product) => product.id === id);
  const check = async (id: number, found: number | null, builds = 10) => {
    await median("r23", id, found === null ? null : { median: found, builds });
    await measured.scores.check();
    return productOf(id);
  };
  return { ...service, ...measured, fast, slow, slugOf, median, productOf, check };
}

test.serial(
  "a product gets a new median if the change is a thousandth or more, or if the product becomes measured or unmeasured",
  async (t) => {
    const { check, fast } = await startMeasured();
    const revisions: (number | undefined)[] = [];
    const medians: (number | undefined)[] = [];
    for (const median of [20_000, 20_019, 20_020, 20_000.5, 19_999.9, null, null, 20_000]) {
      const product = await check(fast, median);
      revisions.push(product?.revision);
      medians.push(product?.scores?.[0]?.median);
      t.is(product?.scores_due, undefined, "the check has ended");
    }
    t.deepEqual(medians, [20_000, 20_000, 20_020, 20_020, 19_999.9, undefined, undefined, 20_000]);
    t.deepEqual(revisions, [2, 2, 3, 3, 4, 5, 5, 6]);
  },
);

test.serial(
  "all products of a model have the same scores, even a product that is added after the median has changed a little",
  async (t) => {
    const { check, fast, catalogue, scores, client, productOf } = await startMeasured();
    await check(fast, 20_000, 10);
    await check(fast, 20_010, 10);
    await catalogue.save("cpu", "packages", [cpu("fast OEM/Tray"), cpu("moves")]);
    const scoresOf = async (slug: string) => (await client.get(`/products/cpu/${slug}`)).body.scores;
    await scores.check();
    const wanted = [{ benchmark_id: 15, variant: null, median: 20_000, builds: 10 }];
    t.deepEqual(await scoresOf("amd-fast-oem-tray"), wanted);
    t.deepEqual(await scoresOf("amd-moves"), []);
    await catalogue.save("cpu", "packages", [{ ...cpu("moves"), fields: cpu("fast Boxed").fields }]);
    await scores.check();
    t.deepEqual(await scoresOf("amd-moves"), wanted);
    await check(fast, 20_200, 20);
    for (const slug of ["amd-fast-oem-tray", "amd-moves", (await productOf(fast))?.url_slug ?? ""])
      t.deepEqual(await scoresOf(slug), [{ ...wanted[0], median: 20_200, builds: 20 }], slug);
    await catalogue.save("cpu", "packages", [cpu("moves")]);
    t.deepEqual(await scoresOf("amd-moves"), [], "a product has no scores of its former model");
    await service.db.collection("products").deleteMany({ source: "packages" });
  },
);

test("the number of builds on a product's record is updated once it has changed by a tenth", (t) => {
  const score = (builds: number) => [{ category: "a", benchmark_id: 15, variant: null, median: 100, builds }];
  const written = [20, 21, 22, 19, 18].map((builds) => differs(score(20), score(builds)));
  t.deepEqual(written, [false, false, true, false, true]);
  t.deepEqual(
    [6, 4].map((builds) => differs(score(5), score(builds))),
    [true, true],
    "a few builds are exact",
  );
  t.false(differs([{ ...score(5)[0]!, median: 0 }], [{ ...score(5)[0]!, median: 0 }]));
});

test.serial(
  "an import keeps the scores of the imported products, and a new price changes the value of a product",
  async (t) => {
    const { check, fast, catalogue, sync, client } = await startMeasured();

    await check(fast, 20_000);
    await catalogue.save("cpu", "test", [
      cpu("fast", { price_usd: 200, cores: 12 }),
      cpu("slow", { cores: 4 }),
    ]);
    await sync.sync(cpuKind);
    const { body } = await client.get("/products/cpu?sort_by=value&sort_dir=desc");
    t.like(body.results[0], {
      cores: 12,
      value: 100,
      scores: [{ benchmark_id: 15, median: 20_000, builds: 10 }],
    });
    t.is(body.unmeasured, 1);
  },
);

test.serial(
  "if a median changes while product scores are being updated, the next update takes the new median",
  async (t) => {
    const { world, scores, median, fast, productOf } = await startMeasured();
    await median("r23", fast, { median: 1000, builds: 10 });
    let isFirst = true;
    world.beforeMedians = async () => {
      if (!isFirst) return;
      isFirst = false;
      await median("r23", fast, { median: 3000, builds: 10 });
    };
    await scores.check();
    t.is((await productOf(fast))?.scores_due, true, "the product stays marked as changed");
    t.is((await productOf(fast))?.scores?.[0]?.median, 3000);
    await scores.check();
    t.like(await productOf(fast), { scores_due: undefined, revision: 2 });
  },
);

test.serial(
  "a product gets its score in a variant that gets its first builds while product scores are being updated",
  async (t) => {
    const { world, scores, variant, median, fast, productOf } = await startMeasured();
    let isFirst = true;
    world.afterVariants = async () => {
      if (!isFirst) return;
      isFirst = false;
      variant("r24", 15, "2024", 5);
      await median("r24", fast, { median: 1000, builds: 5 });
    };
    await scores.check();
    await scores.check();
    t.like(await productOf(fast), { scores_due: undefined, scores: [{ variant: "2024", builds: 5 }] });
  },
);

test.serial(
  "an update of product scores that a later update has overtaken overwrites none of the later update's scores",
  async (t) => {
    const { world, scores, median, fast, productOf } = await startMeasured();
    await median("r23", fast, { median: 1000, builds: 10 });
    let isFirst = true;
    world.beforeMedians = async () => {
      if (!isFirst) return;
      isFirst = false;
      await scores.check();
    };
    await scores.check();
    const product = await productOf(fast);
    t.is(product?.revision, 2);
    t.is(product?.scores_due, undefined);
  },
);

test.serial(
  "while the ranks are unavailable, products keep their scores and stay marked as changed; the sweep updates them later",
  async (t) => {
    const { world, scores, check, median, fast, slow, productOf } = await startMeasured();
    await check(fast, 20_000);
    world.isReady = false;
    for (const id of [fast, slow]) await median("r23", id, { median: 30_000, builds: 9 });
    t.is(await scores.check(), 0);
    t.like(await productOf(fast), { scores: [{ median: 20_000 }] });
    t.truthy((await productOf(fast))?.scores_due, "the product stays marked as changed");
    // Let the ranks become unavailable while scores are being updated.
    world.isReady = true;
    world.beforeMedians = async () => void (world.isReady = false);
    await scores.check();
    t.not((await productOf(slow))?.scores_due, undefined);
    world.beforeMedians = async () => {};
    world.isReady = true;
    t.is(await scores.sweep.run(), 2);
    for (const id of [fast, slow]) t.like(await productOf(id), { scores: [{ median: 30_000, builds: 9 }] });
  },
);

test.serial(
  "a change of results marks the products of all its chips and models in MongoDB, so that a lost queue loses no change",
  async (t) => {
    const { scoreChanges, fast, slow, slugOf, productOf } = await startMeasured();
    await scoreChanges.markDue([{ cpu: slugOf(fast), gpu: "nvidia-voodoo" }, {}]);
    t.is((await productOf(fast))?.scores_due, true);
    t.is((await productOf(slow))?.scores_due, undefined);
  },
);

const ranked = (builds: Readonly<Record<string, number>>) =>
  Object.entries(builds).map(([category, count]) => ({
    category,
    benchmark_id: 16,
    variant: category,
    builds: count,
  }));
const namesOf = (variants: { category: string }[]) => variants.map(({ category }) => category);

test("products can be sorted by scores in the variants with the most builds; a variant with clearly more builds replaces one of them", (t) => {
  t.deepEqual(namesOf(chooseVariants([], ranked({ a: 10, b: 30, c: 20 }), 2)), ["b", "c"]);
  t.deepEqual(namesOf(chooseVariants(ranked({ a: 10, b: 20 }), ranked({ b: 20, c: 14, a: 10 }), 2)), [
    "b",
    "a",
  ]);
  t.deepEqual(namesOf(chooseVariants(ranked({ a: 10, b: 20 }), ranked({ b: 20, c: 15, a: 10 }), 2)), [
    "b",
    "c",
  ]);
  t.deepEqual(namesOf(chooseVariants(ranked({ a: 0, b: 20 }), ranked({ b: 20, c: 5 }), 2)), ["b", "c"]);
  t.deepEqual(
    namesOf(chooseVariants(ranked({ a: 10, b: 11 }), ranked({ d: 40, c: 15, b: 11, a: 10 }), 2)),
    ["d", "b"],
    "the second new variant does not have clearly more builds than the remaining old one",
  );
});

test("searches do not sort by a variant that has too few builds for any median", (t) => {
  t.deepEqual(namesOf(chooseVariants([], ranked({ a: 4, b: 5, c: 1 }), 9)), ["b"]);
  t.deepEqual(
    namesOf(chooseVariants(ranked({ a: 4 }), ranked({ a: 4 }), 9)),
    ["a"],
    "an already chosen variant stays",
  );
});

test.serial(
  "an update of product scores also covers removed products, so that a product that comes back has no old scores",
  async (t) => {
    const { check, fast, productOf, scores, catalogue, variant } = await startMeasured();
    await check(fast, 20_000);
    const stored = await productOf(fast);
    await catalogue.remove("cpu", "test", [stored?.source_id ?? ""]);
    // Let the variant lose all its builds, so that it leaves the list of variants and all products get new scores.
    variant("r23", 15, null, 0);
    await scores.check();
    t.deepEqual((await productOf(fast))?.scores, []);
    t.true((await productOf(fast))?.removed);
    await catalogue.save("cpu", "test", [cpu("fast", { price_usd: 400 })]);
  },
);

test.serial(
  "when one game replaces another in the list of sortable variants, the scores of all products are updated, even after a crash",
  async (t) => {
    const { catalogue, variant, median, scores, scoreVariants, productOf, fast, slow } =
      await startMeasured();
    for (let n = 0; n < MAX_VARIANTS; n += 1) variant(`game${n}`, 16, `Game ${n}`, 100 + n);
    await median("game0", fast, { median: 60, builds: 7 });
    await median("newcomer", slow, { median: 90, builds: 8 });
    variant("newcomer", 16, "Newcomer", 99);
    await scores.check();
    t.deepEqual(
      (await productOf(fast))?.scores?.map((score) => score.variant),
      ["Game 0"],
    );
    t.deepEqual((await productOf(slow))?.scores ?? [], [], "the list of variants is full");

    variant("newcomer", 16, "Newcomer", 160);
    const dying = createMeasuredWorld({
      catalogue: { ...catalogue, markAllScoresDue: () => Promise.reject(new Error("killed")) },
      scoreVariants,
    });
    for (let n = 0; n < MAX_VARIANTS; n += 1) dying.variant(`game${n}`, 16, `Game ${n}`, 100 + n);
    dying.variant("newcomer", 16, "Newcomer", 160);
    await t.throwsAsync(dying.scores.check(), { message: "killed" });
    await scores.check();
    t.deepEqual((await productOf(fast))?.scores, []);
    t.deepEqual(
      (await productOf(slow))?.scores?.map((score) => score.variant),
      ["Newcomer"],
    );
    t.is(
      (await scoreVariants.findAll()).filter(({ benchmark_id }) => benchmark_id === 16).length,
      MAX_VARIANTS,
    );
  },
);
