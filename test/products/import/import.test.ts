import { createReadStream, readFileSync } from "node:fs";
import { Readable } from "node:stream";
import test from "ava";
import { UnreadableFileError } from "../../../src/import-files/unreadable-file-error.ts";
import { columnsOf } from "../../../src/products/import/import-row.ts";
import { cpuKind } from "../../../src/kinds/cpu.ts";
import { cpusFile, startCatalogueService } from "../catalogue-service.ts";

const header =
  "source_id,make,model,cores,threads,base_clock_mhz,boost_clock_mhz,socket,ram_types,price_usd,price_date";
const csv = (...lines: string[]) => Readable.from([`${[header, ...lines].join("\n")}\n`]);
const row = "one,AMD,Ryzen 5 3600,6,12,3600,4200,AM4,DDR4,199.99,2019-07-07";

test("a row of an import file becomes a product with an id, a slug and typed values", async (t) => {
  const service = await startCatalogueService(t);
  t.deepEqual(await service.importCsv(csv(row, "two,Intel,Core i5-12400,6,12,2500,,LGA1700,DDR4;DDR5,,")), {
    read: 2,
    new: 2,
    changed: 0,
    unchanged: 0,
    merged: 0,
    rejected: 0,
    removed: 0,
  });
  const [first, second] = await service.stored();
  t.like(first, {
    _id: "cpu:1",
    kind: "cpu",
    id: 1,
    source: "test",
    source_id: "one",
    url_slug: "amd-ryzen-5-3600",
    revision: 1,
    dirty: true,
    removed: false,
    fields: {
      make: "AMD",
      model: "Ryzen 5 3600",
      cores: 6,
      threads: 12,
      base_clock_mhz: 3600,
      boost_clock_mhz: 4200,
      socket: "AM4",
      ram_types: ["DDR4"],
      price_usd: 199.99,
      price_date: "2019-07-07",
    },
  });
  t.like(second?.fields, {
    boost_clock_mhz: null,
    ram_types: ["DDR4", "DDR5"],
    price_usd: null,
    price_date: null,
  });
  t.deepEqual(service.requested, ["cpu"]);
});

test("importing the same file of products a second time changes nothing", async (t) => {
  const service = await startCatalogueService(t);
  const count = readFileSync(cpusFile, "utf8").trimEnd().split("\n").length - 1;
  t.like(await service.importCsv(createReadStream(cpusFile)), { read: count, new: count });
  const before = await service.stored();
  t.deepEqual(await service.importCsv(createReadStream(cpusFile)), {
    read: count,
    new: 0,
    changed: 0,
    unchanged: count,
    merged: 0,
    rejected: 0,
    removed: 0,
  });
  t.deepEqual(await service.stored(), before);
  t.is(service.requested.length, 1);
});

test("in an import a product whose row has changed keeps its id and slug and gets a new revision; the other products are not written", async (t) => {
  const service = await startCatalogueService(t);
  await service.importCsv(csv(row, "two,AMD,Ryzen 9 3900X,12,24,3800,4600,AM4,DDR4,499,2019-07-07"));
  const changed = row.replace("199.99", "149.50").replace("Ryzen 5 3600", "Ryzen 5 3600 AF");
  t.like(
    await service.importCsv(csv(changed, "two,AMD,Ryzen 9 3900X,12,24,3800,4600,AM4,DDR4,499,2019-07-07")),
    {
      changed: 1,
      unchanged: 1,
    },
  );
  const [first, second] = await service.stored();
  t.like(first, { id: 1, url_slug: "amd-ryzen-5-3600", revision: 2, dirty: true });
  t.like(first?.fields, { price_usd: 149.5, model: "Ryzen 5 3600 AF" });
  t.is(second?.revision, 1);
});

test("products with the same name get different slugs, and keep them in later imports", async (t) => {
  const service = await startCatalogueService(t);
  const lines = [row, row.replace("one", "other"), row.replace("one", "third")];
  await service.importCsv(csv(...lines));
  await service.importCsv(csv(...lines.toReversed().map((line) => line.replace("199.99", "1"))));
  const slugs = (await service.stored()).map(({ source_id, url_slug }) => [source_id, url_slug]);
  t.deepEqual(slugs, [
    ["one", "amd-ryzen-5-3600"],
    ["other", "amd-ryzen-5-3600-2"],
    ["third", "amd-ryzen-5-3600-3"],
  ]);
});

test("two products with the same source_id from different sources are stored as two products", async (t) => {
  const service = await startCatalogueService(t);
  await service.importCsv(csv(row));
  t.like(await service.importCsv(csv(row), { source: "elsewhere" }), { new: 1 });
  t.is((await service.stored()).length, 2);
});

test("a dry run of an import returns the summary of a real import, and writes nothing", async (t) => {
  const service = await startCatalogueService(t);
  t.like(await service.importCsv(csv(row), { isDryRun: true }), { read: 1, new: 1 });
  t.deepEqual(await service.stored(), []);
  t.deepEqual(service.requested, []);
});

test("invalid rows of an import are skipped and reported with their line and every reason; the other rows are imported", async (t) => {
  const service = await startCatalogueService(t);
  const summary = await service.importCsv(
    csv(
      ",AMD,,0,12,3600,4200,AM4,DDR4,199.99,2019-07-07",
      row,
      row,
      "three,AMD,X,6,12,3.6,4200,AM4,DDR4;;DDR5,-1,2019-02-30",
      "six,AMD,X,6,12,3600,4200,AM4,DDR4,199.99,2062-11-02",
      "four,AMD,X,6,12",
      `five,AMD,${"x".repeat(500)},6,12,3600,NaN,AM4,,free,07/07/2019`,
    ),
  );
  t.deepEqual(summary, { read: 7, new: 1, changed: 0, unchanged: 0, merged: 0, rejected: 6, removed: 0 });
  t.is((await service.stored()).length, 1);
  const columns = service.rejected.map(({ line, reasons }) => [
    line,
    ...reasons.map((one) => one.split(":")[0]),
  ]);
  t.deepEqual(columns, [
    [2, "source_id", "model", "cores"],
    [4, "source_id"],
    [5, "base_clock_mhz", "ram_types", "price_usd", "price_date"],
    [6, "price_date"],
    [7, "expected 11 columns, found 5"],
    [8, "model", "boost_clock_mhz", "price_usd", "price_date"],
  ]);
  t.regex(service.rejected[1]?.reasons[0] ?? "", /line 3/);
  t.regex(service.rejected[2]?.reasons[0] ?? "", /whole number from 1 to 100000, found "3\.6"/);
});

test("an import file with a wrong header is refused with the expected header and the header of the file", async (t) => {
  const service = await startCatalogueService(t);
  const error = await t.throwsAsync(service.importCsv(Readable.from(["make,model\nAMD,X\n"])), {
    instanceOf: UnreadableFileError,
  });
  const { all, needed } = columnsOf(cpuKind);
  t.true(error?.message.includes(`the header ${all.join(",")}, at least ${needed.join(",")}`));
  t.true(error?.message.includes("make,model"));
  await t.throwsAsync(service.importCsv(Readable.from(['{\n  "make": "AMD"\n}\n'])), {
    message: /found \{$/,
  });
  await t.throwsAsync(service.importCsv(Readable.from([])), { message: /empty file/ });
  t.deepEqual(await service.stored(), []);
});

test("an import file may omit optional columns, whose stored values stay, and have its columns in any order", async (t) => {
  const service = await startCatalogueService(t);
  const whole = "tdp_w,part_numbers,model,make,source_id,socket,threads,cores,base_clock_mhz";
  const first = `${whole}\n65,100-31BOX;100-31MPK,Ryzen 5 3600,AMD,one,AM4,12,6,3600\n`;
  t.like(await service.importCsv(Readable.from([first])), { new: 1 });
  t.like(await service.importCsv(csv(row)), { changed: 1 });
  t.like((await service.stored())[0]?.fields, { tdp_w: 65, price_usd: 199.99 });
  t.deepEqual((await service.stored())[0]?.fields["part_numbers"], ["100-31BOX", "100-31MPK"]);
  const lacking = whole.replace(",cores", "");
  await t.throwsAsync(service.importCsv(Readable.from([`${lacking}\n`])), {
    instanceOf: UnreadableFileError,
  });
  const doubled = `${whole},tdp_w`;
  await t.throwsAsync(service.importCsv(Readable.from([`${doubled}\n`])), {
    instanceOf: UnreadableFileError,
  });
});

test("an import file that is not CSV is refused, even if its first line never ends", async (t) => {
  const service = await startCatalogueService(t);
  await t.throwsAsync(service.importCsv(csv('"one,AMD')), { instanceOf: UnreadableFileError });
  await t.throwsAsync(service.importCsv(Readable.from(["x".repeat(100_000)])), {
    instanceOf: UnreadableFileError,
  });
});

test("the import of a file that cannot be read fails with the operating system's error", async (t) => {
  const service = await startCatalogueService(t);
  await t.throwsAsync(service.importCsv(createReadStream("/nonexistent/file.csv")), { code: "ENOENT" });
});

test("an import file with a byte order mark, quotes and CRLF line ends is imported", async (t) => {
  const service = await startCatalogueService(t);
  const text = `\uFEFF${header}\r\n${row.replace("Ryzen 5 3600", '"Ryzen 5, ""3600"""')}\r\n`;
  t.like(await service.importCsv(Readable.from([text])), { new: 1, rejected: 0 });
  t.is((await service.stored())[0]?.fields.model, 'Ryzen 5, "3600"');
});

test("importing the same file several times at once adds each product once", async (t) => {
  const service = await startCatalogueService(t);
  const lines = Array.from({ length: 40 }, (_, n) => row.replace("one", `cpu-${n}`));
  await Promise.all([1, 2, 3].map(() => service.importCsv(csv(...lines))));
  const stored = await service.stored();
  t.is(stored.length, 40);
  t.is(new Set(stored.map(({ url_slug }) => url_slug)).size, 40);
});
