import test from "ava";
import * as fc from "fast-check";
import { productKinds } from "../../../src/kinds/kinds.ts";
import { productsOf } from "../brute-force.ts";
import { shareServiceWithSamples } from "../catalogue-service.ts";
import { fold } from "../reference-products.ts";

const { client, products } = await shareServiceWithSamples(test);

interface Unknown {
  field: string;
  value: string | number;
  nearest: (string | number)[];
}

async function unknownIn(kind: string, body: object): Promise<Unknown[] | undefined> {
  const {
    status,
    body: answer,
    text,
  } = await client.post(`/products/${kind}`, { page: 1, limit: 1, ...body });
  if (status !== 200) throw new Error(text);
  return answer.unknown_values;
}

test("the response to a search names filter values that no product has, with the nearest values, and the list's other values still find products", async (t) => {
  const { body } = await client.post("/products/cpu", {
    page: 1,
    limit: 1000,
    sockets: ["AM4", "AM6"],
    makes: ["Intle"],
  });
  t.deepEqual(
    body.unknown_values.map(({ field, value }: Unknown) => [field, value]),
    [
      ["makes", "Intle"],
      ["sockets", "AM6"],
    ],
  );
  t.deepEqual(body.unknown_values[0].nearest, ["Intel"]);
  t.true(body.unknown_values[1].nearest.includes("AM5"));
  t.is(body.total, 0);
  const { body: some } = await client.post("/products/cpu", {
    page: 1,
    limit: 1000,
    sockets: ["AM4", "AM6"],
  });
  t.is(some.total, (await client.post("/products/cpu", { page: 1, limit: 1, sockets: ["AM4"] })).body.total);
});

test("the response to a search names the filter values that no product has, and only those, even if other filters exclude every product", async (t) => {
  t.is(await unknownIn("cpu", { makes: ["AMD"], sockets: ["LGA1700"], min_cores: 4000 }), undefined);
  t.deepEqual(
    (await unknownIn("cpu", { makes: ["Zilog"], min_cores: 4000 }))?.map(({ value }) => value),
    ["Zilog"],
  );
});

test("the response to a search names each unknown number of a filter with the nearest known numbers, and an unknown chip with similar chips", async (t) => {
  const [size] = (await unknownIn("gpu", { vram_sizes: [8, 13] })) ?? [];
  t.is(size?.value, 13);
  t.is(size?.nearest[0], 12);
  const [chip] = (await unknownIn("gpu", { chip: "nvidia-geforce-rtx-4070-13gb" })) ?? [];
  t.is(chip?.field, "chip");
  t.is(chip?.nearest[0], "nvidia-geforce-rtx-4070-12gb");
  t.is(await unknownIn("gpu", { chip: "nvidia-geforce-rtx-4070-12gb" }), undefined);
});

test("a search names an unknown filter value once even if a list of values contains it several times", async (t) => {
  const asked = { sockets: ["AMD6", "AMD6", "AM4"], makes: ["Zilog", "Zilog"] };
  t.deepEqual(
    (await unknownIn("cpu", asked))?.map(({ value }) => value),
    ["Zilog", "AMD6"],
  );
  t.deepEqual(
    (await unknownIn("gpu", { vram_sizes: [13, 13, 8] }))?.map(({ value }) => value),
    [13],
  );
});

test("the response to a search names no unknown values of other kinds' filters, and no nearest value for a value far from all others", async (t) => {
  t.is(await unknownIn("cpu", { manufacturers: ["Matrox"], vram_sizes: [13] }), undefined);
  t.deepEqual(await unknownIn("cpu", { makes: ["Westinghouse"] }), [
    { field: "makes", value: "Westinghouse", nearest: [] },
  ]);
});

test("a search by GET names unknown filter values like a search by POST, but a search of all product kinds has no filters", async (t) => {
  const { body } = await client.get("/products/motherboard?form_factors=ATXX,ATX");
  t.is(body.unknown_values[0].nearest[0], "ATX");
  t.false("unknown_values" in (await client.get("/products?query=asus")).body);
});

test("in every product kind, exactly the filter values that no product has are named as unknown", async (t) => {
  const lists = productKinds.flatMap((kind) =>
    Object.entries({ ...kind.filters.textLists, ...kind.filters.numberLists }).map(
      ([filter, field]) => [kind, filter, field] as const,
    ),
  );
  const values = [...lists].flatMap(([kind, , field]) =>
    productsOf(products, kind).flatMap(({ fields }) => (fields[field] ?? []) as unknown),
  );
  const texts = [...new Set(values.filter((value) => typeof value === "string"))];
  const numbers = [...new Set(values.filter((value) => typeof value === "number"))];
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...lists),
      fc.infiniteStream(fc.nat()),
      async ([kind, filter, field], stream) => {
        const isOfTexts = filter in kind.filters.textLists;
        const pool: (string | number)[] = isOfTexts ? texts : numbers;
        const asked = [...new Set([...stream.take(4)].map((place) => pool[place % pool.length] ?? ""))];
        const own = productsOf(products, kind).flatMap(({ fields }) => [fields[field]].flat());
        const known = new Set(own.map((value) => fold(String(value).replace(/^\d+-pin /, ""))));
        const isKnown = (value: string | number) => known.has(fold(String(value).replace(/^\d+-pin /, "")));
        const found = (await unknownIn(kind.name, { [filter]: asked })) ?? [];
        t.deepEqual(
          found.map(({ value }) => value),
          asked.filter((value) => !isKnown(value)),
          `${kind.name} ${filter} ${asked.join(", ")}`,
        );
      },
    ),
    { numRuns: 60 },
  );
});
