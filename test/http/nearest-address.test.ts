import { performance } from "node:perf_hooks";
import test from "ava";
import * as fc from "fast-check";
import { createNearestAddress } from "../../src/http/nearest-address.ts";
import { startTestService } from "../helpers/service.ts";

const { anonymous } = await startTestService(test, { hasWorkers: false });

/** Unknown addresses, each with a pattern for the end of the message in the 404. */
const addresses: [string, RegExp][] = [
  ["/product", /The nearest address is \/products\.$/],
  ["/products/cpus", /The nearest address is \/products\/cpu\.$/],
  ["/Products/CPU", /The nearest address is \/products\/cpu\.$/],
  ["/benchmark/types", /The nearest address is \/benchmarks\/types\.$/],
  ["/builds/17/run", /The nearest address is \/builds\/17\/runs\.$/],
  ["/products/toaster", /Known addresses: .*\/products\/motherboard/],
  ["/wp-login.php", /^Nothing is at \/wp-login\.php\.$/],
  [`/products/${"x".repeat(300)}`, /x\.$/],
];

for (const [address, detail] of addresses)
  test(`the 404 for ${address.slice(0, 40)} helps to find the right address`, async (t) => {
    const { status, body } = await anonymous.get(address);
    t.is(status, 404);
    t.regex(body.detail, detail);
  });

test("the service finds the most similar known address of any unknown path in a short time and without an error", (t) => {
  const known = Array.from({ length: 200 }, (_, n) => `/room${n}/:id/some-long-name-of-an-address-${n}`);
  const nearest = createNearestAddress(known);
  const path = fc
    .array(fc.string({ maxLength: 40 }), { maxLength: 12 })
    .map((parts) => `/${parts.join("/")}`);
  fc.assert(
    fc.property(fc.oneof(path, fc.constantFrom(...known)), (typed) => typeof nearest(typed) === "string"),
  );
  const begun = performance.now();
  for (let n = 0; n < 20; n += 1) nearest(`/${"room1".repeat(20)}/${n}/${"some-long".repeat(10)}`);
  t.true(performance.now() - begun < 2000);
});

test("every API call with a query string refuses bytes that are no UTF-8", async (t) => {
  for (const address of ["/products", "/benchmarks/15/ranking", "/compare"]) {
    const { status, body } = await anonymous.get(`${address}?x=%C3%28`);
    t.is(status, 400, address);
    t.regex(body.detail, /not UTF-8/);
  }
});
