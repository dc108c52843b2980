import test from "ava";
import { productKinds } from "../../../src/kinds/kinds.ts";
import { shareServiceWithSamples } from "../catalogue-service.ts";
import { nameOf, textOf, type Answer } from "./judgements.ts";

// A search response without `approximate` means that its first result is the product that the text names. Each test
// generates its texts from the products of the sample catalogue.

const { client, products } = await shareServiceWithSamples(test);

interface Found {
  results: Answer[];
  total: number;
  approximate?: true;
}

const find = async (kind: string, query: string, limit = 3): Promise<Found> => {
  const { body } = await client.post(`/products/${kind}`, { page: 1, limit, query });
  return body;
};

const findAnywhere = async (query: string): Promise<Found> => {
  const { body } = await client.get(`/products?limit=3&query=${encodeURIComponent(query)}`);
  return body;
};

const ofKind = (name: string) => products.filter(({ kind }) => kind === name).map(({ fields }) => fields);
const firstOf = ({ results, approximate }: Found) =>
  `${nameOf(results[0])}${approximate ? " (approximate)" : ""}`;

/** Returns a text in lower case, without blanks and signs: "5800x", "4070ti". */
const compact = (text: string) => text.toLowerCase().replaceAll(/[^a-z\d]/g, "");

for (const { name } of productKinds) {
  test(`every ${name} is the first search result for its own make and model, and is not approximate`, async (t) => {
    for (const fields of ofKind(name)) t.is(firstOf(await find(name, nameOf(fields))), nameOf(fields));
  });
}

test("a search for a processor's name in a system report finds the same processor as a search for its name alone", async (t) => {
  const dress: ((model: string, make: string) => string)[] = [
    (model, make) => `${make}(R) ${model.replace(/^Core/, "Core(TM)")} CPU @ 3.40GHz`,
    (model, make) => `${make} ${model} 8-Core Processor`,
    (model, make) => `${make} ${model} with Radeon Graphics`,
  ];
  for (const { make, model } of ofKind("cpu").filter((fields) => !/[()/]/.test(fields.model))) {
    const plain = firstOf(await find("cpu", `${make} ${model}`));
    for (const report of dress.slice(0, make === "AMD" ? 3 : 1))
      t.is(firstOf(await find("cpu", report(model, make))), plain, report(model, make));
  }
});

test("a search for a board's name in a system report finds the same board as a search for its name alone", async (t) => {
  const companies: Readonly<Record<string, string>> = {
    MSI: "Micro-Star International Co., Ltd.",
    ASUS: "ASUSTeK COMPUTER INC.",
    Gigabyte: "Gigabyte Technology Co., Ltd.",
  };
  for (const { make, model } of ofKind("motherboard")) {
    const company = companies[make];
    if (company === undefined || /\(/.test(model)) continue;
    for (const report of [`${company} ${model} BIOS F11`, `${company} ${model} (MS-7A38) BIOS 1.B0`])
      t.is(firstOf(await find("motherboard", report)), `${make} ${model}`, report);
  }
});

test("a search for a graphics chip's name in a driver finds a card with this chip, also in the search of all product kinds", async (t) => {
  const chips = new Map(
    ofKind("gpu").map((fields) => [textOf(fields, "chipset"), textOf(fields, "chipset_make")]),
  );
  for (const [chip, make] of chips) {
    const plain = chip.replace(/ \d+ ?GB$/, "");
    const reports = [
      `VGA compatible controller: ${make} Corporation AB123 [${plain}] (rev a1)`,
      `ANGLE (Maker, ${plain} (0x00002803) Direct3D11 vs_5_0 ps_5_0, D3D11)`,
      `${plain}/PCIe/SSE2`,
    ];
    for (const report of reports.slice(/^(?:GeForce|Radeon|Arc|RTX)/.test(plain) ? 0 : 1)) {
      const found = await findAnywhere(report);
      t.true(compact(textOf(found.results[0] ?? {}, "chipset")).startsWith(compact(plain)), report);
      t.is(found.approximate, undefined, report);
    }
  }
});

test("a search for a laptop's graphics chip gives approximate results, because the catalogue holds only desktop cards", async (t) => {
  const chips = new Set(ofKind("gpu").map((fields) => textOf(fields, "chipset")));
  const endings = ["Laptop GPU", "Mobile", "Max-Q", "для ноутбука", "мобильная", "ноутбук", "portable"];
  for (const chip of chips)
    for (const ending of endings) {
      const found = await find("gpu", `${chip} ${ending}`);
      t.true(found.total === 0 || found.approximate, `${chip} ${ending}: ${firstOf(found)}`);
    }
});

test("a search for laptop memory in another language finds the same kit as in English", async (t) => {
  const plain = firstOf(await find("ram", "ddr5 laptop"));
  for (const word of ["ноутбук", "для ноутбука", "notebooków"])
    t.is(firstOf(await find("ram", `ddr5 ${word}`)), plain, word);
});

test("a search for a board of a maker that the catalogue lacks gives approximate results or none", async (t) => {
  const makers = ["HUANANZHI", "ONDA", "MACHINIST", "SOYO", "ERYING", "Jingsha", "Kllisre"];
  const boards = ofKind("motherboard");
  const names = new Set(
    boards.flatMap(({ model, chipset }) => [model, `${textOf({ chipset }, "chipset")}M`]),
  );
  for (const [index, name] of [...names].entries())
    for (const query of [`${makers[index % makers.length]} ${name}`])
      for (const found of [await find("motherboard", query), await findAnywhere(query)])
        t.true(found.total === 0 || found.approximate, `${query}: ${firstOf(found)}`);
});

test("a search for a board finds the same board if a word in another language stands before its maker", async (t) => {
  for (const fields of ofKind("motherboard")) {
    const query = `Материнская ${nameOf(fields)}`;
    t.is(firstOf(await find("motherboard", query)), nameOf(fields), query);
  }
});

test("a search for the OEM version of an older card gives approximate results or none, because it is another card", async (t) => {
  const queries = ["GTX 660 OEM", "NVIDIA GeForce GTX 560 Ti OEM"];
  for (const chip of new Set(ofKind("gpu").map((fields) => textOf(fields, "chipset"))))
    if (/ \d{3}$/.test(chip)) queries.push(`${chip} OEM`);
  for (const query of queries)
    for (const found of [await find("gpu", query), await findAnywhere(query)])
      t.true(found.total === 0 || found.approximate, `${query}: ${firstOf(found)}`);
});

test('a search for the series "Radeon 7000" or "9000" of the years 2000 to 2003 gives approximate results or none', async (t) => {
  for (const query of ["RADEON 7000 SERIES", "radeon 9000 series", "Radeon 7000"])
    for (const found of [await find("gpu", query), await findAnywhere(query)])
      t.true(found.total === 0 || found.approximate, `${query}: ${firstOf(found)}`);
});

test("a search for a graphics architecture that no card has, such as RDNA 3.5, gives approximate results or none", async (t) => {
  for (const query of ["rdna3.5", "RDNA 3.5 graphics card 16gb", "radeon rdna 3.5"])
    for (const found of [await find("gpu", query), await findAnywhere(query)])
      t.true(found.total === 0 || found.approximate, `${query}: ${firstOf(found)}`);
});

test("a search for the graphics of a processor gives approximate results or none, in every product kind and over all kinds", async (t) => {
  const chips = [
    "Intel(R) UHD Graphics 630",
    "Intel(R) HD Graphics 530",
    "Intel(R) Iris(R) Xe Graphics",
    "AMD Radeon(TM) Graphics",
    "AMD Radeon(TM) Vega 8 Graphics",
    "AMD Radeon 780M Graphics",
    "AMD CARRIZO",
    "Intel CoffeeLake-S GT2 [UHD Graphics 630]",
  ];
  for (const chip of chips)
    for (const found of [await find("gpu", chip), await findAnywhere(chip)])
      t.true(found.total === 0 || found.approximate, `${chip}: ${firstOf(found)}`);
});

test("a search for a processor's number in another product line, or without its suffix, gives approximate results if no such model exists", async (t) => {
  const held = new Set(ofKind("cpu").map(({ model }) => compact(model)));
  for (const { model } of ofKind("cpu")) {
    const [, number = "", suffix = ""] = /(\d{4,5})([A-Z]+\w*)?$/.exec(model) ?? [];
    if (number === "") continue;
    const line = model.startsWith("Core") ? "Xeon" : "FX";
    const texts = [`${line} ${number}${suffix}`];
    if (suffix !== "" && ![...held].some((one) => one.endsWith(number)))
      texts.push(model.slice(0, -suffix.length));
    for (const text of texts) {
      if ([...held].some((one) => one.endsWith(compact(text)))) continue;
      const found = await find("cpu", text);
      t.true(found.total === 0 || found.approximate, `${text}: ${firstOf(found)}`);
    }
  }
});

test("a search text of which only the maker is known gives approximate results, and the maker alone lists the maker's products", async (t) => {
  for (const { name } of productKinds)
    for (const make of new Set(ofKind(name).map((fields) => fields.make))) {
      t.is((await find(name, make)).approximate, undefined, make);
      const found = await find(name, `${make} zzyzxabc`);
      t.true(found.total === 0 || found.approximate, `${make}: ${firstOf(found)}`);
    }
});

test("a search for a memory kit's part number finds the kit even if the text also names another speed", async (t) => {
  for (const fields of ofKind("ram")) {
    const [number] = (fields["part_numbers"] ?? []) as readonly string[];
    if (number === undefined || number.length < 8) continue;
    const found = await find("ram", `${fields.make} ${number} 8192 MB DIMM 2133 MT/s`);
    t.true(((found.results[0]?.["part_numbers"] ?? []) as readonly string[]).includes(number), number);
  }
});

test("a search for the part number of a single memory module finds kits of such modules, marked as approximate", async (t) => {
  for (const fields of ofKind("ram"))
    for (const number of (fields["part_numbers"] ?? []) as readonly string[]) {
      const [, kit = "", count = "", size = "", series = ""] =
        /^(F4-\d{4}C\d{2})(D|Q)-(\d+)(G[A-Z]+)$/.exec(number) ?? [];
      if (kit === "") continue;
      const module = `${kit}-${Number(size) / (count === "D" ? 2 : 4)}${series}`;
      const found = await find("ram", module);
      t.true(found.approximate, module);
      t.is(textOf(found.results[0] ?? {}, "speed_mts"), textOf(fields, "speed_mts"), module);
    }
});

test("pages of a search for a product's name begin with this product, and neither overlap nor skip results", async (t) => {
  const named = ofKind("motherboard").find(({ model }) => /WIFI/i.test(model));
  const query = nameOf(named).replace(/ WI-?FI.*$/i, "");
  const { body: all } = await client.post("/products/motherboard", { page: 1, limit: 1000, query });
  t.is(all.results.length, all.total);
  for (const limit of [1, 2, 3]) {
    const slugs: string[] = [];
    for (let page = 1; page <= Math.ceil(all.total / limit); page += 1) {
      const { body } = await client.post("/products/motherboard", { page, limit, query });
      t.is(body.total, all.total);
      t.is(body.approximate, all.approximate);
      slugs.push(...body.results.map((one: Answer) => textOf(one, "url_slug")));
    }
    t.deepEqual(
      slugs,
      all.results.map((one: Answer) => textOf(one, "url_slug")),
    );
  }
});
