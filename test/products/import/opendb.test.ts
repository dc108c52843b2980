import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "ava";
import type { SourceRow } from "../../../src/products/import/import-products.ts";
import { cpuKind } from "../../../src/kinds/cpu.ts";
import { gpuKind } from "../../../src/kinds/gpu.ts";
import { motherboardKind } from "../../../src/kinds/motherboard.ts";
import { productKinds } from "../../../src/kinds/kinds.ts";
import { ramKind } from "../../../src/kinds/ram.ts";
import { readRam } from "../../../src/products/import/sources/opendb/ram.ts";
import { readOpenDbRows } from "../../../src/products/import/sources/opendb-rows.ts";
import { UnreadableFileError } from "../../../src/import-files/unreadable-file-error.ts";
import { temporaryFolder } from "../../helpers/processes.ts";
import { startCatalogueService } from "../catalogue-service.ts";
import { cpuRecord, ndjson, records } from "./opendb-records.ts";

test("records of OpenDB become products with the service's units and spellings", async (t) => {
  const service = await startCatalogueService(t);
  const folder = temporaryFolder(t);
  const noisy = "AMD Ryzen 9 9999X OEM/Tray 4.2 GHz 8-Core LGA1700";
  await service.importRows(cpuKind, () =>
    readOpenDbRows(cpuKind, ndjson(folder, cpuRecord("c1"), cpuRecord("c2", noisy))),
  );
  for (const kind of [gpuKind, ramKind, motherboardKind])
    await service.importRows(kind, () => readOpenDbRows(kind, ndjson(folder, records[kind.name])));
  t.deepEqual(service.rejected, []);
  const fieldsOf = async (kind: string) =>
    (await service.stored()).filter((one) => one.kind === kind).map((one) => one.fields);
  const [first, second] = await fieldsOf("cpu");
  t.like(first, {
    make: "AMD",
    model: "Ryzen 9 9999X",
    base_clock_mhz: 4200,
    boost_clock_mhz: 5050,
    l3_cache_mb: 32,
    socket: "LGA1700",
  });
  t.like(first, {
    series: "Ryzen 9",
    microarchitecture: "Zen 5",
    core_family: "Granite Ridge",
    tdp_w: 120,
    has_integrated_graphics: false,
    ecc: true,
  });
  t.deepEqual(first?.["ram_types"], ["DDR5", "DDR4"]);
  t.deepEqual(first?.["part_numbers"], ["100-100009999WOF"]);
  t.is(second?.model, "Ryzen 9 9999X OEM/Tray");
  t.like((await fieldsOf("gpu"))[0], {
    make: "ACME",
    model: "Storm GeForce RTX 4070 12GB",
    boost_clock_mhz: null,
    length_mm: 261,
    series: "GeForce RTX 40 Series",
  });
  t.deepEqual((await fieldsOf("gpu"))[0]?.["part_numbers"], ["GV-N4070 STORM-12GD"]);
  t.like((await fieldsOf("ram"))[0], {
    capacity_gb: 32,
    modules: 2,
    module_gb: 16,
    speed_mts: 6000,
    ecc: false,
  });
  t.deepEqual((await fieldsOf("ram"))[0]?.["profiles"], ["XMP", "EXPO"]);
  t.like((await fieldsOf("motherboard"))[0], {
    chipset_make: "AMD",
    chipset: "B650",
    has_wifi: true,
    m2_slots: 2,
    series: "Anvil",
  });
});

const boardWith = (name: string, more: object = {}) => ({
  ...records.motherboard,
  opendb_id: name,
  metadata: { name: `Acme ${name}`, manufacturer: "Acme" },
  ...more,
});

test("a board has WiFi if its record or its name says so; if neither says so, WiFi is unknown", async (t) => {
  const service = await startCatalogueService(t);
  const boards: [name: string, networking: string | null | undefined, wifi: boolean | null][] = [
    ["B650 ANVIL", "Wi-Fi 6E", true],
    ["B650 ANVIL 2", "2x2 802.11ax", true],
    ["B650 ANVIL AX", null, true],
    ["B650M-ITX/ac", undefined, true],
    ["B650 ANVIL WI-FI", "", true],
    ["B650 ANVIL WIFI7", undefined, true],
    ["B650 ANVIL AX II", "None", true],
    ["B650 ANVIL 3", "None", false],
    ["B650 ANVIL 4", "M.2 slot only (Key E), Wi-Fi module is sold separately", false],
    ["B650 ANVIL 5", null, null],
    ["AX370 MAX ACE", undefined, null],
    ["BATTLE-AX B760M", undefined, null],
  ];
  const file = ndjson(
    temporaryFolder(t),
    ...boards.map(([name, wireless_networking]) => boardWith(name, { wireless_networking })),
  );
  await service.importRows(motherboardKind, () => readOpenDbRows(motherboardKind, file));
  t.deepEqual(
    (await service.stored()).map(({ fields }) => [fields.model, fields["has_wifi"]]),
    boards.map(([name, , wifi]) => [name, wifi]),
  );
});

test("a memory kit has ECC if its name or its record says so; if neither says so, ECC is unknown", (t) => {
  const eccOf = (name: string, ecc?: string) =>
    readRam({ metadata: { name: `Acme ${name}`, manufacturer: "Acme" }, ecc })["ecc"];
  t.is(eccOf("Swift DDR5-5600 32GB", "ECC"), "true");
  t.is(eccOf("Swift DDR5 ECC UDIMM 32GB", "Non-ECC"), "true");
  t.is(eccOf("Swift DDR4-3200 Registered 64GB", "Non-ECC"), "true");
  t.is(eccOf("Swift LRDIMM DDR4 64GB"), "true");
  t.is(eccOf("Swift DDR5-5600 Non-ECC 32GB", "Non-ECC"), "false");
  t.is(eccOf("Swift DDR5-5600 32GB", "Non-ECC"), "false");
  t.is(eccOf("Swift DDR5-5600 32GB"), "");
});

test("an import of OpenDB gives each socket one spelling, whatever words a record adds", async (t) => {
  const service = await startCatalogueService(t);
  const sockets: [stated: string, stored: string][] = [
    ["TR4", "sTR4"],
    ["sTR4", "sTR4"],
    ["sTRX4", "sTRX4"],
    ["2 x LGA 2011", "LGA2011"],
    ["2 x LGA 2011-3 Narrow", "LGA2011-3"],
    ["LGA 1151v2", "LGA1151"],
    ["Integrated Atom", "Integrated Atom"],
  ];
  const file = ndjson(
    temporaryFolder(t),
    ...sockets.map(([socket]) => boardWith(`on ${socket}`, { socket })),
  );
  await service.importRows(motherboardKind, () => readOpenDbRows(motherboardKind, file));
  t.deepEqual(
    (await service.stored()).map(({ fields }) => fields["socket"]),
    sockets.map(([, stored]) => stored),
  );
});

test("a processor whose record names no memory type gets the memory types of its socket", async (t) => {
  const service = await startCatalogueService(t);
  const sockets: [socket: string, microarchitecture: string, types: string[]][] = [
    ["AM5", "Zen 5", ["DDR5"]],
    ["FM2+", "Steamroller", ["DDR3"]],
    ["LGA 2011-3", "Haswell", ["DDR4"]],
    ["LGA 1151", "Skylake", ["DDR4", "DDR3"]],
    ["LGA 1151", "Coffee Lake Refresh", ["DDR4"]],
    ["Socket 7", "P5", []],
  ];
  const file = ndjson(
    temporaryFolder(t),
    ...sockets.map(([socket, microarchitecture], n) =>
      cpuRecord(`c${n}`, `AMD Model ${n}`, {
        socket,
        microarchitecture,
        specifications: { memory: { types: [] } },
      }),
    ),
  );
  await service.importRows(cpuKind, () => readOpenDbRows(cpuKind, file));
  t.deepEqual(
    (await service.stored()).map(({ fields }) => fields["ram_types"]),
    sockets.map(([, , types]) => types),
  );
});

test("a record of OpenDB without a manufacturer is imported if its name begins with a known manufacturer", async (t) => {
  const service = await startCatalogueService(t);
  const unnamed = (id: string, name: string) => ({ ...cpuRecord(id), metadata: { name } });
  const file = ndjson(temporaryFolder(t), unnamed("c1", "AMD Ryzen 9 9999X"), unnamed("c2", "Ryzen 9 9998X"));
  t.like(await service.importRows(cpuKind, () => readOpenDbRows(cpuKind, file)), { new: 1, rejected: 1 });
  t.like((await service.stored())[0]?.fields, { make: "AMD", model: "Ryzen 9 9999X" });
});

test("an import of OpenDB reports broken files of a folder by name and leaves these files out, and imports the other files", async (t) => {
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

test("an import of OpenDB refuses an empty folder, a kind that OpenDB does not have and a missing file", async (t) => {
  const folder = temporaryFolder(t);
  const read = async (rows: AsyncIterable<SourceRow>) => {
    for await (const _row of rows) t.fail();
  };
  await t.throwsAsync(read(readOpenDbRows(cpuKind, folder)), { instanceOf: UnreadableFileError });
  const other = { ...cpuKind, name: "toaster" };
  await t.throwsAsync(read(readOpenDbRows(other, folder)), { instanceOf: UnreadableFileError });
  await t.throwsAsync(read(readOpenDbRows(cpuKind, join(folder, "none"))), { code: "ENOENT" });
});

const extra = process.env["EXTRA_CATALOGUE"];
if (extra !== undefined) {
  test("an import of all of OpenDB merges records of one product, and importing all of it again changes nothing", async (t) => {
    t.timeout(600_000);
    const service = await startCatalogueService(t);
    const importAll = async () => {
      const summaries = [];
      for (const kind of productKinds)
        summaries.push(
          await service.importRows(
            kind,
            () => readOpenDbRows(kind, join(extra, `opendb-${kind.name}.ndjson`)),
            {
              hasTwins: true,
            },
          ),
        );
      return summaries;
    };
    const startedAt = performance.now();
    const first = await importAll();
    const seconds = (performance.now() - startedAt) / 1000;
    const total = first.reduce((sum, { read }) => sum + read, 0);
    t.log(`${total} records in ${seconds.toFixed(1)} s`);
    t.true(total > 13_000);
    t.true(first.reduce((sum, one) => sum + one.rejected, 0) < 5);
    const merged = first.reduce((sum, one) => sum + one.merged, 0);
    t.log(`${merged} records of products that other records also describe`);
    t.true(merged > 350);
    const slugs = (await service.stored()).map(({ kind, url_slug }) => `${kind} ${url_slug}`);
    t.is(new Set(slugs).size, slugs.length);
    for (const summary of await importAll()) t.like(summary, { new: 0, changed: 0, removed: 0 });
  });
}
