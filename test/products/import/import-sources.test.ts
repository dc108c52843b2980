import { createReadStream, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import test from "ava";
import { parse } from "csv-parse/sync";
import { readRow } from "../../../src/products/import/import-row.ts";
import { createPriceMatcher } from "../../../src/products/import/match-prices.ts";
import { findKind } from "../../../src/kinds/kinds.ts";
import { importPrices } from "../../../src/products/import/import-prices.ts";
import {
  TooManyMissingError,
  type RejectedRow,
  type SourceRow,
} from "../../../src/products/import/import-products.ts";
import { cpuKind } from "../../../src/kinds/cpu.ts";
import { gpuKind } from "../../../src/kinds/gpu.ts";
import { readOpenDbRows } from "../../../src/products/import/sources/opendb-rows.ts";
import { readPriceRows } from "../../../src/products/import/sources/price-rows.ts";
import { UnreadableFileError } from "../../../src/import-files/unreadable-file-error.ts";
import { temporaryFolder } from "../../helpers/processes.ts";
import { runScript } from "../../helpers/run-script.ts";
import { cpu, startCatalogueService } from "../catalogue-service.ts";
import { cpuRecord, ndjson } from "./opendb-records.ts";

// The tests of this file are serial, so that one service runs at a time and the tests of the real catalogue, which keep
// this process busy, run last.
test.serial(
  "an import source that cannot be read to its end is refused before any product is written",
  async (t) => {
    const service = await startCatalogueService(t);
    async function* rows(): AsyncGenerator<SourceRow> {
      yield { line: 1, cells: { source_id: "a", make: "AMD", model: "A" } };
      throw new UnreadableFileError("broken in line 2");
    }
    await t.throwsAsync(service.importRows(gpuKind, rows), { message: "broken in line 2" });
    t.deepEqual(await service.stored(), []);
    t.deepEqual(service.rejected, []);
  },
);

test.serial(
  "product fields that a source lacks keep their values: prices survive another import of the OpenDB records",
  async (t) => {
    const service = await startCatalogueService(t);
    const file = ndjson(temporaryFolder(t), cpuRecord("c1"));
    const again = () => service.importRows(cpuKind, () => readOpenDbRows(cpuKind, file));
    await again();
    const csv = "name,price,core_count,core_clock,boost_clock,microarchitecture,tdp,graphics\n";
    const lines = [
      "AMD Ryzen 9-9999X,449.5,8,4.2,,Zen,120,",
      "AMD R9 9999x,439,8,4.2,,Zen,120,",
      "AMD Other 1,5,1,1,,,1,",
      "AMD Ryzen 9 1111X,,8,4,,,1,",
      "AMD B,-5,1,1,,,1,",
    ];
    const rejected: RejectedRow[] = [];
    const price = (isDryRun = false) =>
      importPrices({
        kind: cpuKind,
        rows: () => readPriceRows(cpuKind, Readable.from([csv + lines.join("\n")])),
        catalogue: service.catalogue,
        priceDate: "2026-01-02",
        isDryRun,
        onRejected: (row) => rejected.push(row),
      });
    t.like(await price(true), { changed: 1 });
    t.like((await service.stored())[0]?.fields, { model: "Ryzen 9 9999X" });
    t.is((await service.stored())[0]?.fields["price_usd"], undefined);
    rejected.length = 0;
    t.deepEqual(await price(), {
      read: 5,
      matched: 2,
      unmatched: 1,
      withoutPrice: 1,
      rejected: 1,
      changed: 1,
    });
    t.deepEqual(
      rejected.map(({ line }) => line),
      [6, 4],
    );
    t.like((await service.stored())[0]?.fields, { price_usd: 439, price_date: "2026-01-02" });
    t.like(await again(), { unchanged: 1 });
    t.like(await price(), { changed: 0 });
    t.like((await service.stored())[0]?.fields, { price_usd: 439, cores: 8 });
  },
);

test.serial(
  "deleteMissing removes products that the source lacks; `few` refuses to remove more than a tenth, `any` removes all",
  async (t) => {
    const service = await startCatalogueService(t);
    const rows = (count: number) =>
      async function* (): AsyncGenerator<SourceRow> {
        for (let n = 0; n < count; n += 1) yield { line: n + 1, cells: cellsOf(`id-${n}`) };
      };
    const cellsOf = (id: string) => ({
      source_id: id,
      make: "AMD",
      model: `Model ${id}`,
      chipset_make: "AMD",
      chipset: "X",
    });
    await service.importRows(gpuKind, rows(40));
    await service.catalogue.save("cpu", "test", [cpu("id-39")]);
    t.like(await service.importRows(gpuKind, rows(37)), { removed: 0 });
    t.like(await service.importRows(gpuKind, rows(37), { deleteMissing: "few", isDryRun: true }), {
      removed: 3,
    });
    t.like(await service.importRows(gpuKind, rows(37), { deleteMissing: "few" }), { removed: 3 });
    await t.throwsAsync(service.importRows(gpuKind, rows(30), { deleteMissing: "few" }), {
      instanceOf: TooManyMissingError,
      message: /37 products to be missing, found 7.*--yes/,
    });
    const countOf = async (kind: string) =>
      (await service.catalogue.identities(kind, "test")).filter(({ removed }) => !removed).length;
    t.is(await countOf("gpu"), 37);
    t.like(await service.importRows(gpuKind, rows(30), { deleteMissing: "any" }), { removed: 7 });
    t.is(await countOf("gpu"), 30);
    t.is(await countOf("cpu"), 1);
    t.like(await service.importRows(gpuKind, rows(40), { deleteMissing: "few" }), {
      changed: 10,
      removed: 0,
    });
  },
);

test.serial("a rejected row of an import does not remove the row's product from the catalogue", async (t) => {
  const service = await startCatalogueService(t);
  const rows = (model: string) =>
    async function* (): AsyncGenerator<SourceRow> {
      yield { line: 1, cells: { source_id: "a", make: "AMD", model, chipset_make: "AMD", chipset: "X" } };
    };
  await service.importRows(gpuKind, rows("Fine"));
  t.like(await service.importRows(gpuKind, rows(""), { deleteMissing: "any" }), { rejected: 1, removed: 0 });
});

test.serial("the import script reports what it imported, and names every invalid argument", async (t) => {
  const service = await startCatalogueService(t);
  const file = ndjson(temporaryFolder(t), cpuRecord("c1"), "{");
  const run = async (...args: string[]) => runScript("scripts/import-products.ts", args, service.env);
  const asked = ["--kind", "cpu", "--format", "opendb", "--file", file];
  const dry = await run(...asked, "--dry-run");
  t.regex(
    dry.stdout,
    /^2 read: 1 new, 0 changed, 0 unchanged, 0 merged, 1 rejected \(dry run, nothing written\)/m,
    dry.stderr,
  );
  t.deepEqual(await service.stored(), []);
  const real = await run(...asked);
  t.is(real.code, 0, "without --strict a rejected row is no failure");
  t.regex(real.stderr, /records\.ndjson:2: expected a JSON record/);
  t.is((await service.stored()).length, 1);
  t.is((await run(...asked, "--strict")).code, 1, "with --strict a rejected row is a failure");
  const wrong = await run("--kind", "toaster", "--price-date", "soon");
  t.is(wrong.code, 2);
  for (const option of ["--kind", "--file", "--source", "--price-date"])
    t.true(wrong.stderr.includes(`${option}: expected`), option);
});

test.serial("prices are imported only if their day is given, as a date or as the word `today`", async (t) => {
  const service = await startCatalogueService(t);
  await service.saveAll([cpu("Ryzen 7 5800X")]);
  const file = join(temporaryFolder(t), "prices.csv");
  writeFileSync(
    file,
    "name,price,core_count,core_clock,boost_clock,microarchitecture,tdp,graphics\nAMD Ryzen 7 5800X,199.99,8,3.8,4.7,Zen 3,105,\n",
  );
  const run = async (...more: string[]) => {
    const args = ["--kind", "cpu", "--format", "pc-part-prices", "--file", file, ...more];
    return runScript("scripts/import-products.ts", args, service.env);
  };
  const dateOf = async () => (await service.stored())[0]?.fields["price_date"];
  for (const more of [
    [],
    ["--price-date", "yesterday"],
    ["--price-date", "2026-02-30"],
    ["--price-date", "2062-11-02"],
  ]) {
    const { code, stderr } = await run(...more);
    t.is(code, 2, stderr);
    t.is(
      stderr.match(/--price-date: expected a date YYYY-MM-DD, no later than tomorrow, or today, found/g)
        ?.length,
      1,
      stderr,
    );
    t.regex(
      stderr,
      /--price-date <date> +the day of the prices: a date YYYY-MM-DD, no later than tomorrow, or today/,
    );
  }
  t.is(await dateOf(), null);
  t.is((await run("--price-date", "2026-01-02")).code, 0);
  t.is(await dateOf(), "2026-01-02");
  const before = new Date().toISOString().slice(0, 10);
  t.is((await run("--price-date", "today")).code, 0);
  t.true([before, new Date().toISOString().slice(0, 10)].includes(String(await dateOf())));
});

/**
 * For each kind of product: its price file, the least share of its products that must get a price, and the facts that
 * must agree with the row.
 */
const real: [kind: string, file: string, share: number, isSame: (raw: Raw, fields: Facts) => boolean][] = [
  ["cpu", "cpu.csv", 0.46, (raw, { cores }) => Number(raw["core_count"]) === cores],
  [
    "gpu",
    "video-card.csv",
    0.28,
    (raw, { chipset, vram_gb }) =>
      plain(raw["chipset"]) === plain(String(chipset)) &&
      (vram_gb === null || Number(raw["memory"]) === vram_gb),
  ],
  [
    "ram",
    "memory.csv",
    0.4,
    (raw, { memory_type, speed_mts, modules, module_gb, cas_latency }) =>
      `DDR${raw["speed"]}` === `${String(memory_type)},${String(speed_mts)}` &&
      raw["modules"] === `${String(modules)},${String(module_gb)}` &&
      (cas_latency === null || Number(raw["cas_latency"]) === cas_latency),
  ],
  ["motherboard", "motherboard.csv", 0.21, isSameBoard],
];

type Raw = Readonly<Record<string, string>>;
type Facts = Readonly<Record<string, unknown>>;

const plain = (chipset = "") =>
  chipset
    .toLowerCase()
    .replace(/ \d+ ?gb$/, "")
    .replaceAll(" ", "");

function isSameBoard({ name = "", socket = "", max_memory, memory_slots }: Raw, fields: Facts): boolean {
  const types = fields["ram_types"] as readonly string[];
  const label = /\bD(?:DR)?([345])\b/i.exec(name)?.[1];
  const isDdr5Only = socket === "LGA1700" && Number(max_memory) / Number(memory_slots) > 32;
  const chipset = /\b[ABHQWXZ]\d{2,3}E?(?=[MIS]?\b)/.exec(name)?.[0];
  return (
    socket.replace(/^2 x /, "").replace(/^TR4$/, "sTR4").replace(" Narrow", "") === fields["socket"] &&
    (types.length === 0 || label === undefined || types.includes(`DDR${label}`)) &&
    (!isDdr5Only || types.includes("DDR5")) &&
    (chipset === undefined || `${String(fields["chipset"])} ${String(fields["model"])}`.includes(chipset))
  );
}

const folder = process.env["EXTRA_CATALOGUE"];
if (folder !== undefined) {
  for (const [name, file, leastShare, isSame] of real)
    test(`in the real catalogue no ${name} has the price of a product with other facts, and the expected share has a price`, async (t) => {
      const kind = findKind(name);
      if (!kind) throw new Error(`no kind ${name}`);
      const raw = parse<Raw>(readFileSync(join(folder, file), "utf8"), { columns: true });
      const matcher = createPriceMatcher(kind);
      for await (const row of readPriceRows(kind, createReadStream(join(folder, file)))) matcher.add(row);
      const wrong: string[] = [];
      let products = 0;
      let priced = 0;
      for await (const record of readOpenDbRows(kind, join(folder, `opendb-${name}.ndjson`))) {
        if (record.faults) continue;
        const row = readRow(kind, record.cells);
        if (row.faults) continue;
        const { fields } = row;
        const found = matcher.find(fields);
        products += 1;
        if (found.length > 0) priced += 1;
        for (const { line, title } of found)
          // Line n of a price file is item n − 2 of `raw`, because line 1 is the header and no cell has a line break.
          if (!isSame(raw[line - 2] ?? {}, fields)) wrong.push(`${fields.make} ${fields.model} <- ${title}`);
      }
      t.log(`${priced} of ${products} have a price, ${((100 * priced) / products).toFixed(1)} %`);
      t.deepEqual(wrong, []);
      t.true(priced >= leastShare * products);
    });
}
