import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import test from "ava";
import { importPrices } from "../../../src/products/import/import-prices.ts";
import {
  TooManyMissingError,
  type RejectedRow,
  type SourceRow,
} from "../../../src/products/import/import-products.ts";
import { cpuKind } from "../../../src/products/kinds/cpu.ts";
import { gpuKind } from "../../../src/products/kinds/gpu.ts";
import { motherboardKind } from "../../../src/products/kinds/motherboard.ts";
import { productKinds } from "../../../src/products/kinds/kinds.ts";
import { ramKind } from "../../../src/products/kinds/ram.ts";
import { readOpenDbRows } from "../../../src/products/import/sources/opendb-rows.ts";
import { readPriceRows } from "../../../src/products/import/sources/price-rows.ts";
import { UnreadableFileError } from "../../../src/import-files/unreadable-file-error.ts";
import { runProgram, temporaryFolder } from "../../helpers/processes.ts";
import { cpu, startCatalogueService } from "../catalogue-service.ts";

const cpuRecord = (id: string, name = "AMD Ryzen 9 9999X", more: object = {}) => ({
  opendb_id: id,
  cores: { total: 8, threads: 16 },
  clocks: { performance: { base: 4.2, boost: 5.05 } },
  specifications: { memory: { types: ["DDR5", "DDR4"] } },
  metadata: { name, manufacturer: "AMD" },
  socket: "LGA 1700",
  ...more,
});

const records = {
  gpu: {
    opendb_id: "g1",
    metadata: { name: "Acme Storm GeForce RTX 4070 12GB", manufacturer: "ACME" },
    chipset_manufacturer: "NVIDIA",
    chipset: "GeForce RTX 4070",
    memory: 12,
    memory_type: "GDDR6X",
    core_base_clock: 1920,
    core_boost_clock: 0,
    length: 261.4,
    tdp: 200,
  },
  ram: {
    opendb_id: "r1",
    metadata: { name: "Acme Swift DDR5-6000 CL30 32GB (2x16GB)", manufacturer: "Acme" },
    ram_type: "DDR5",
    capacity: 32,
    modules: { quantity: 2, capacity_gb: 16 },
    speed: 6000,
    cas_latency: 30,
    form_factor: "288-pin DIMM",
  },
  motherboard: {
    opendb_id: "m1",
    metadata: { name: "Acme B650 Anvil WIFI", manufacturer: "Acme" },
    socket: "AM5",
    chipset: "AMD B650",
    form_factor: "Micro ATX",
    memory: { ram_type: "DDR5", slots: 4, max: 192 },
    wireless_networking: null,
  },
};

function ndjson(folder: string, ...lines: unknown[]): string {
  const file = join(folder, "records.ndjson");
  writeFileSync(
    file,
    lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join("\n"),
  );
  return file;
}

test("records of OpenDB become products with our units and spellings", async (t) => {
  const service = await startCatalogueService(t);
  const folder = temporaryFolder(t);
  const noisy = "AMD Ryzen 9 9999X OEM/Tray 4.2 GHz 8-Core LGA1700";
  await service.importRows(cpuKind, () =>
    readOpenDbRows(cpuKind, ndjson(folder, cpuRecord("c1"), cpuRecord("c2", noisy))),
  );
  for (const kind of [gpuKind, ramKind, motherboardKind])
    await service.importRows(kind, () =>
      readOpenDbRows(kind, ndjson(folder, records[kind.name as keyof typeof records])),
    );
  t.deepEqual(service.rejected, []);
  const fieldsOf = async (kind: string) =>
    (await service.stored()).filter((one) => one.kind === kind).map((one) => one.fields);
  const [first, second] = await fieldsOf("cpu");
  t.like(first, {
    make: "AMD",
    model: "Ryzen 9 9999X",
    base_clock_mhz: 4200,
    boost_clock_mhz: 5050,
    socket: "LGA1700",
  });
  t.deepEqual(first?.["ram_types"], ["DDR5", "DDR4"]);
  t.is(second?.model, "Ryzen 9 9999X OEM/Tray");
  t.like((await fieldsOf("gpu"))[0], {
    make: "ACME",
    model: "Storm GeForce RTX 4070 12GB",
    boost_clock_mhz: null,
    length_mm: 261,
  });
  t.like((await fieldsOf("ram"))[0], { capacity_gb: 32, modules: 2, module_gb: 16, speed_mts: 6000 });
  t.like((await fieldsOf("motherboard"))[0], { chipset_make: "AMD", chipset: "B650", has_wifi: true });
});

test("the broken files of a folder are named and left out, and the other files are imported", async (t) => {
  const service = await startCatalogueService(t);
  const folder = join(temporaryFolder(t), "CPU");
  mkdirSync(folder);
  writeFileSync(join(folder, "a.json"), JSON.stringify(cpuRecord("a", "AMD One 1000")));
  writeFileSync(join(folder, "b.json"), '{ "opendb_id": ');
  writeFileSync(join(folder, "c.json"), JSON.stringify(cpuRecord("c", "AMD Two 2000")));
  writeFileSync(join(folder, "d.json"), JSON.stringify(records.gpu));
  writeFileSync(join(folder, "e.json"), JSON.stringify(cpuRecord("e", `AMD ${"é".repeat(250)}`)));
  writeFileSync(join(folder, "f.json"), JSON.stringify(cpuRecord("f", "AMD \uD800 lone")));
  writeFileSync(join(folder, "g.json"), "x".repeat(2 * 1024 * 1024));
  writeFileSync(join(folder, "h.json"), JSON.stringify(cpuRecord("a", "AMD Again 1")));
  writeFileSync(join(folder, "notes.txt"), "no record");
  const summary = await service.importRows(cpuKind, () => readOpenDbRows(cpuKind, folder));
  t.like(summary, { read: 8, new: 2, rejected: 6 });
  t.deepEqual(
    service.rejected.map(({ file, reasons }) => [file, reasons[0]?.split(/[:,]/)[0]]),
    [
      ["b.json", "expected a JSON record"],
      ["d.json", "cores"],
      ["e.json", "model"],
      ["f.json", "model"],
      ["g.json", "expected a record of at most 1048576 bytes"],
      ["h.json", "source_id"],
    ],
  );
  t.regex(service.rejected.at(-1)?.reasons[0] ?? "", /a\.json, line 1/);
});

test("an empty folder, a kind that OpenDB does not have and a missing file are refused", async (t) => {
  const folder = temporaryFolder(t);
  const read = async (rows: AsyncIterable<SourceRow>) => {
    for await (const _row of rows) t.fail();
  };
  await t.throwsAsync(read(readOpenDbRows(cpuKind, folder)), { instanceOf: UnreadableFileError });
  const other = { ...cpuKind, name: "toaster" };
  await t.throwsAsync(read(readOpenDbRows(other, folder)), { instanceOf: UnreadableFileError });
  await t.throwsAsync(read(readOpenDbRows(cpuKind, join(folder, "none"))), { code: "ENOENT" });
});

test("a source that cannot be read to its end is refused before anything is written", async (t) => {
  const service = await startCatalogueService(t);
  async function* rows(): AsyncGenerator<SourceRow> {
    yield { line: 1, cells: { source_id: "a", make: "AMD", model: "A" } };
    throw new UnreadableFileError("broken in line 2");
  }
  await t.throwsAsync(service.importRows(gpuKind, rows), { message: "broken in line 2" });
  t.deepEqual(await service.stored(), []);
  t.deepEqual(service.rejected, []);
});

test("fields that a source does not have keep their values: prices survive another import of the records", async (t) => {
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
  t.deepEqual(await price(), { read: 5, matched: 2, unmatched: 1, withoutPrice: 1, rejected: 1, changed: 1 });
  t.deepEqual(
    rejected.map(({ line }) => line),
    [6, 4],
  );
  t.like((await service.stored())[0]?.fields, { price_usd: 439, price_date: "2026-01-02" });
  t.like(await again(), { unchanged: 1 });
  t.like(await price(), { changed: 0 });
  t.like((await service.stored())[0]?.fields, { price_usd: 439, cores: 8 });
});

test("deleteMissing removes products that the source no longer has, and refuses to remove more than a tenth unless told so", async (t) => {
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
  t.is((await service.catalogue.sourceIds("gpu", "test")).length, 37);
  t.like(await service.importRows(gpuKind, rows(30), { deleteMissing: "any" }), { removed: 7 });
  t.is((await service.catalogue.sourceIds("gpu", "test")).length, 30);
  t.is((await service.catalogue.sourceIds("cpu", "test")).length, 1);
  t.like(await service.importRows(gpuKind, rows(40), { deleteMissing: "few" }), { changed: 10, removed: 0 });
});

test("a rejected row does not remove its product from the catalogue", async (t) => {
  const service = await startCatalogueService(t);
  const rows = (model: string) =>
    async function* (): AsyncGenerator<SourceRow> {
      yield { line: 1, cells: { source_id: "a", make: "AMD", model, chipset_make: "AMD", chipset: "X" } };
    };
  await service.importRows(gpuKind, rows("Fine"));
  t.like(await service.importRows(gpuKind, rows(""), { deleteMissing: "any" }), { rejected: 1, removed: 0 });
});

test("the script reports what it imported, and names every invalid argument", async (t) => {
  const service = await startCatalogueService(t);
  const file = ndjson(temporaryFolder(t), cpuRecord("c1"), "{");
  const run = async (...args: string[]) => {
    const script = runProgram(t, "scripts/import-products.ts", { args, env: service.env });
    return { code: await script.ended, ...script.output };
  };
  const asked = ["--kind", "cpu", "--format", "opendb", "--file", file];
  const dry = await run(...asked, "--dry-run");
  t.regex(
    dry.stdout,
    /^2 read: 1 new, 0 changed, 0 unchanged, 1 rejected \(dry run, nothing written\)/m,
    dry.stderr,
  );
  t.deepEqual(await service.stored(), []);
  const real = await run(...asked);
  t.is(real.code, 1, "a row was left out");
  t.regex(real.stderr, /records\.ndjson:2: expected a JSON record/);
  t.is((await service.stored()).length, 1);
  const wrong = await run("--kind", "toaster", "--price-date", "soon");
  t.is(wrong.code, 1);
  for (const option of ["--kind", "--file", "--source", "--price-date"])
    t.true(wrong.stderr.includes(`${option}: expected`), option);
});

const extra = process.env["EXTRA_CATALOGUE"];
if (extra !== undefined) {
  test("importing all of OpenDB takes less than a minute, and importing it again changes nothing", async (t) => {
    t.timeout(180_000);
    const service = await startCatalogueService(t);
    const importAll = async () => {
      const summaries = [];
      for (const kind of productKinds)
        summaries.push(
          await service.importRows(kind, () =>
            readOpenDbRows(kind, join(extra, `opendb-${kind.name}.ndjson`)),
          ),
        );
      return summaries;
    };
    const startedAt = performance.now();
    const first = await importAll();
    const seconds = (performance.now() - startedAt) / 1000;
    const total = first.reduce((sum, { read }) => sum + read, 0);
    t.log(`${total} records in ${seconds.toFixed(1)} s`);
    t.true(total > 13_000 && seconds < 60);
    t.true(first.reduce((sum, one) => sum + one.rejected, 0) < 10);
    const slugs = (await service.stored()).map(({ kind, url_slug }) => `${kind} ${url_slug}`);
    t.is(new Set(slugs).size, slugs.length);
    for (const summary of await importAll()) t.like(summary, { new: 0, changed: 0, removed: 0 });
  });
}
