import test from "ava";
import { productKinds } from "../../../src/kinds/kinds.ts";
import { shareRealCatalogue } from "../catalogue-service.ts";
import { faultOf, isAbsent, readJudgedNames } from "./judged-names.ts";
import { createAsk, topOf } from "./judgements.ts";

// The tests of this file need all of OpenDB and the file judged-names.csv, in the folder that EXTRA_CATALOGUE names.

const MIN_RIGHT = 0.98;
const MAX_MISSES = 2;

const large = await shareRealCatalogue(test);

if (large) {
  const judged = readJudgedNames(large.folder);
  const ask = createAsk(large.search);

  for (const { name } of productKinds) {
    test(`at most ${MAX_MISSES} of the ${name} names that people type or systems report get a wrong search result`, async (t) => {
      const faults: string[] = [];
      const ofKind = judged.filter(({ kind }) => kind === name);
      for (const one of ofKind) {
        const { results, isApproximate } = await ask(name, one.query);
        const fault = faultOf(one, results[0], isApproximate);
        if (fault !== null) faults.push(fault);
      }
      t.true(ofKind.length > 0);
      t.true(faults.length <= MAX_MISSES, faults.join("\n"));
    });
  }

  test("the search of all product kinds finds 98 % of names in the catalogue, and marks 98 % of the other names' results as approximate or finds none", async (t) => {
    const faults = { held: [] as string[], absent: [] as string[] };
    for (const one of judged) {
      const request = { page: 1, limit: 1, query: one.query, literal: false };
      const { results, approximate = false } = await large.allKindsSearch.find(productKinds, request);
      const fault = faultOf(one, results[0], approximate);
      if (fault !== null) faults[isAbsent(one) ? "absent" : "held"].push(fault);
    }
    for (const fault of [...faults.held, ...faults.absent]) t.log(fault);
    const absent = judged.filter(isAbsent).length;
    t.true(faults.held.length <= (judged.length - absent) * (1 - MIN_RIGHT), faults.held.join("\n"));
    t.true(faults.absent.length <= absent * (1 - MIN_RIGHT), faults.absent.join("\n"));
  });

  test("99.5 % of all products are the first search result for their own make and model", async (t) => {
    const wrong: string[] = [];
    const products = await large.stored();
    for (const { kind: name, url_slug, fields } of products) {
      const kind = productKinds.find((one) => one.name === name);
      if (!kind) continue;
      const typed = `${fields.make} ${fields.model}`.slice(0, 200);
      const { top, isApproximate } = await topOf(large.search, kind, typed);
      const isOwn =
        top?.["url_slug"] === url_slug || (top?.["make"] === fields.make && top["model"] === fields.model);
      if (!isOwn || isApproximate) wrong.push(`${typed}: ${String(top?.["model"])}`);
    }
    t.true(wrong.length <= products.length * 0.005, wrong.slice(0, 50).join("\n"));
  });
} else test.skip("the tests of search quality with real product names need EXTRA_CATALOGUE", () => undefined);
