import test from "ava";
import { productKinds } from "../../src/products/kinds.ts";
import { startAppWithSamples } from "../products/product-app.ts";
import { failuresOf, isExpected, judgements } from "./judgements.ts";

const MIN_SHARE = 0.98;

const app = await startAppWithSamples(test);

test("over the sample catalogue what is meant stands on top", async (t) => {
  const products = new Map<string, Record<string, unknown>[]>();
  for (const { name } of productKinds) {
    const { body } = await app.client.post(`/products/${name}`, { page: 1, limit: 1000 });
    products.set(name, body.results);
  }
  const judged = judgements.filter((one) =>
    products.get(one.kind)?.some((product) => isExpected(product, one)),
  );
  const failures = await failuresOf(app.search, judged);
  for (const failure of failures) t.log(failure);
  t.log(`${judged.length - failures.length} of ${judged.length} right`);
  t.true(judged.length >= 250, `${judged.length} judgements are of products of the sample catalogue`);
  t.true(failures.length <= judged.length * (1 - MIN_SHARE));
});

test("a model that does not exist gives its nearest names and says so, in every kind", async (t) => {
  const unknown: [string, string, RegExp][] = [
    ["cpu", "ryzen 7 5850x", /5800X|5950X/],
    ["gpu", "rtx 4075", /40[67]0/],
    ["gpu", "rx 7850 xt", /7800 XT|7900 XT|7700 XT/],
    ["motherboard", "z791 tomahawk", /Z790|TOMAHAWK/],
    ["ram", "ddr5 6050", /DDR5/],
  ];
  for (const [kind, query, nearest] of unknown) {
    const { body } = await app.client.post(`/products/${kind}`, { page: 1, limit: 5, query });
    t.true(body.approximate, query);
    t.regex(body.results[0].model, nearest, query);
  }
});
