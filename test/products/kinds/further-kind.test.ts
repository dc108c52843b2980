import { Readable } from "node:stream";
import test from "ava";
import { importProducts } from "../../../src/products/import/import-products.ts";
import type { ProductKind } from "../../../src/kinds/kinds.ts";
import { createProductRoutes } from "../../../src/products/routes.ts";
import { productSearchBody } from "../../../src/products/schemas.ts";
import { readCsvRows } from "../../../src/products/import/sources/csv-rows.ts";
import { startCatalogueService } from "../catalogue-service.ts";

/**
 * A kind of product with all features that processors lack: lists of numbers, flags, and a manufacturer besides the
 * make.
 */
const cardKind: ProductKind = {
  name: "card",
  collection: "cards",
  plural: "cards",
  isPartOfBuilds: false,
  fields: {
    make: { type: "text" },
    model: { type: "text" },
    chipset_make: { type: "text" },
    vram_gb: { type: "integer" },
    has_wifi: { type: "flag" },
    price_usd: { type: "price", isOptional: true },
  },
  modelText: "{model}",
  lines: {},
  tiers: [],
  searchTexts: ["{vram_gb}gb"],
  derivedTexts: [],
  record: {
    id: "id",
    make: "make",
    model: "model",
    manufacturer: "chipset_make",
    vram_gb: "vram_gb",
    wifi: "has_wifi",
    price: "price_usd",
    url_slug: "url_slug",
  },
  filters: {
    textLists: { makes: "make", manufacturers: "chipset_make" },
    numberLists: { vram_sizes: "vram_gb" },
    ranges: { price: "price_usd", vram_gb: "vram_gb" },
    flags: {},
    switches: { wifi_only: "has_wifi" },
  },
  sorts: { make: "make", manufacturer: "chipset_make", price: "price_usd" },
  words: {
    one: "a card",
    inQueries: "card",
    exampleQuery: "rtx 4070",
    exampleSlug: "zotac-rtx-4070-ti",
    mainFacts: ["{vram_gb} GB"],
  },
};

const csv = `source_id,make,model,chipset_make,vram_gb,has_wifi,price_usd
a,Zotac,RTX 4070 Ti,NVIDIA,12,false,799
b,ASUS,RX 7900 XT,AMD,20,true,
c,MSI,RTX 4070,NVIDIA,12,true,549.5
d,Sapphire,RX 7600,AMD,8,false,269
`;

test("declaring a further kind of product is enough to import, index, filter, sort and facet its products by the same contract", async (t) => {
  const { catalogue, sync, search, allKindsSearch, services } = await startCatalogueService(t);
  const onRejected = () => t.fail();
  const rows = () => readCsvRows(cardKind, Readable.from([csv]));
  t.like(await importProducts({ kind: cardKind, source: "test", rows, catalogue, onRejected }), { new: 4 });
  await sync.sync(cardKind);

  const { productRecords, chips } = services;
  const deps = { kinds: [cardKind], search, allKindsSearch, productRecords, chips };
  const responses = createProductRoutes(deps)[2]?.responses;
  const ask = async (body: object) => {
    const request = productSearchBody.parse({ page: 1, limit: 10, ...body });
    const answer = await search.find(cardKind, request);
    responses?.[200]?.json?.parse(answer);
    return answer;
  };
  const idsOf = async (body: object) => (await ask(body)).results.map(({ id }) => id);

  t.deepEqual((await ask({ limit: 1 })).results, [
    {
      kind: "card",
      id: 2,
      make: "ASUS",
      model: "RX 7900 XT",
      manufacturer: "AMD",
      vram_gb: 20,
      wifi: true,
      price: null,
      price_is_old: null,
      url_slug: "asus-rx-7900-xt",
      scores: [],
      value: null,
    },
  ]);
  t.deepEqual(await idsOf({}), [2, 3, 4, 1]);
  t.deepEqual(await idsOf({ vram_sizes: [8, 20] }), [2, 4]);
  t.deepEqual(await idsOf({ min_vram_gb: 10, max_vram_gb: 16 }), [3, 1]);
  t.deepEqual(await idsOf({ manufacturers: ["nvidia"], wifi_only: true }), [3]);
  t.deepEqual(await idsOf({ sort_by: "manufacturer", sort_dir: "desc" }), [3, 1, 2, 4]);
  t.deepEqual(await idsOf({ sort_by: "price" }), [4, 3, 1, 2]);
  t.deepEqual(await idsOf({ sockets: ["AM4"], min_cores: 64 }), [2, 3, 4, 1]);
  t.deepEqual(await idsOf({ query: "4070ti" }), [1]);
  t.is((await idsOf({ query: "rtx 4070" }))[0], 3);

  const { facets } = await ask({ facets: true, vram_sizes: [12] });
  t.deepEqual(facets, {
    makes: [
      { value: "MSI", count: 1 },
      { value: "Zotac", count: 1 },
    ],
    manufacturers: [{ value: "NVIDIA", count: 2 }],
    vram_sizes: [
      { value: 12, count: 2 },
      { value: 8, count: 1 },
      { value: 20, count: 1 },
    ],
    price: { min: 549.5, max: 799 },
    vram_gb: { min: 12, max: 12 },
    wifi_only: [
      { value: false, count: 1 },
      { value: true, count: 1 },
    ],
  });
});
