import test from "ava";
import { startServiceWithSamples } from "../products/catalogue-service.ts";
import { asBrowser, slugsOf } from "./html.ts";
import { textOf } from "./page-visits.ts";

const { client } = await startServiceWithSamples(test);

const open = async (path: string) => {
  const answer = await client.get(path, asBrowser);
  if (answer.status !== 200) throw new Error(`expected 200 at ${path}, found ${answer.status}`);
  return answer.text;
};

test("a list has its filters and their buttons only if there is something to choose", async (t) => {
  const buttonsOf = (html: string) => html.match(/>Show results<\/button>/g)?.length ?? 0;
  const all = await open("/hardware/gpu");
  t.is(buttonsOf(all), 2, "one above the filters, and one below");
  const filters = all.slice(all.indexOf('<details class="filters"'));
  t.true(filters.indexOf("Show results") < filters.indexOf("<legend>"));
  for (const query of ["xyzzy", "under 1 usd"]) {
    const none = await open(`/hardware/cpu?query=${encodeURIComponent(query)}&literal=true`);
    t.regex(none, /No processor matches/);
    t.false(none.includes('class="filters"'), query);
    t.is(buttonsOf(none), 0);
  }
  t.is(
    buttonsOf(await open("/hardware/cpu?query=xyzzy&makes=AMD")),
    2,
    "a filter that is set can be removed",
  );
});

test("a list by text says that similar products are listed last, if it ends with such products", async (t) => {
  const SIMILAR = "Similar products are listed last.";
  const query = "ryzen 7";
  const path = `/hardware/cpu?query=${encodeURIComponent(query)}&limit=100`;
  const found = slugsOf(await open(path), "cpu");
  const areExact = found.map((slug) => slug.startsWith("amd-ryzen-7-"));
  const exact = areExact.filter(Boolean).length;
  t.true(exact > 1 && exact < found.length, `${exact} of ${found.length}`);
  t.true(areExact.slice(0, exact).every(Boolean));
  t.true((await open(path)).includes(SIMILAR));
  t.false((await open(`${path}&sort_by=price`)).includes(SIMILAR), "another order mixes them");
  for (const other of ["core i7", "ryzen", "ryzen 7 5800x3d", "5850x"]) {
    const text = await open(`/hardware/cpu?query=${encodeURIComponent(other)}&limit=100`);
    t.false(text.includes(SIMILAR), other);
  }
  t.true((await open(`/hardware/cpu?query=5800x`)).includes(SIMILAR), "a 5800X3D is no 5800X");
  t.false((await open("/hardware/cpu")).includes(SIMILAR));
});

test("the field of the price says that old prices count, too", async (t) => {
  t.true(textOf(await open("/hardware/cpu")).includes("Has a price, also an old one"));
});
