import test from "ava";
import * as fc from "fast-check";
import { checkFit } from "../../../src/products/fit/check-fit.ts";
import { productKinds } from "../../../src/kinds/kinds.ts";
import { productsOf } from "../brute-force.ts";
import { startServiceWithSamples } from "../catalogue-service.ts";

const service = await startServiceWithSamples(test);

/** Facts removed from every ninth product, because no product of the sample catalogue lacks a fact about fit. */
const unknownValues = {
  socket: null,
  ram_types: [],
  memory_type: null,
  form_factor: null,
  memory_slots: null,
};

test.before(async () => {
  for (const product of service.products.filter(({ id }) => id % 9 === 0)) {
    const definitions = productKinds.find(({ name }) => name === product.kind)?.fields;
    const unknown = Object.entries(unknownValues).filter(([name]) => definitions?.[name]?.isOptional);
    Object.assign(product, { fields: { ...product.fields, ...Object.fromEntries(unknown) } });
    await service.db
      .collection<{ _id: string }>("products")
      .updateOne(
        { _id: product._id },
        { $set: { fields: product.fields, dirty: true }, $inc: { revision: 1 } },
      );
  }
  for (const kind of productKinds) await service.sync.sync(kind);
});

test("the function that checks whether a product fits given parts agrees with the search for products that fit", async (t) => {
  const slugs = (kind: { name: string }) =>
    fc.constantFrom(...productsOf(service.products, kind).map(({ url_slug }) => url_slug));
  const named = fc.record(Object.fromEntries(productKinds.map((kind) => [kind.name, slugs(kind)])), {
    requiredKeys: [],
  });
  let unknown = 0;
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...productKinds), named, async (kind, fits) => {
      const parts = Object.entries(fits).map(([name, slug]) => {
        const part = service.products.find((one) => one.kind === name && one.url_slug === slug);
        if (!part) throw new Error(`no ${name} has the slug ${slug}`);
        return part;
      });
      const judged = productsOf(service.products, kind).map((product) => ({
        id: product.id,
        fits: checkFit(kind.name, product.fields, parts),
      }));
      const { body } = await service.client.post(`/products/${kind.name}`, { page: 1, limit: 1000, fits });
      const found = body.results.map(
        (one: { id?: number; cpuid?: number }) => one.id ?? one.cpuid,
      ) as number[];
      t.deepEqual(
        found.toSorted((a, b) => a - b),
        judged.flatMap(({ id, fits }) => (fits === false ? [] : [id])).toSorted((a, b) => a - b),
      );
      const open = judged.filter(({ fits }) => fits === null).length;
      t.is(body.fit_unknown, open);
      unknown += open;
    }),
    { numRuns: 40 },
  );
  t.true(unknown > 0, "some facts must be unknown");
});
