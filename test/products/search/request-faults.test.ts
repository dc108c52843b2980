import test from "ava";
import * as fc from "fast-check";
import { rangeNames } from "../../../src/kinds/filter-names.ts";
import { shareServiceWithSamples } from "../catalogue-service.ts";

const { client } = await shareServiceWithSamples(test);

/**
 * A fault of a search request: the faulty fields as in a body and as in a query string, and the JSON pointers that the
 * response must name.
 */
interface FaultyPart {
  body: Readonly<Record<string, unknown>>;
  query: Readonly<Record<string, string>>;
  pointers: readonly string[];
}

/** Faults of every kind, each in a field of its own, so that a request may have any of them together. */
const faults: FaultyPart[] = [
  { body: { page: 0 }, query: { page: "0" }, pointers: ["/page"] },
  { body: { limit: 1.5 }, query: { limit: "1.5" }, pointers: ["/limit"] },
  { body: { sort_by: "colour" }, query: { sort_by: "colour" }, pointers: ["/sort_by"] },
  { body: { sort_dir: 5 }, query: { sort_dir: "5" }, pointers: ["/sort_dir"] },
  { body: { q: "a", search: "b" }, query: { q: "a", search: "b" }, pointers: ["/q", "/search"] },
  { body: { makes: ["x".repeat(201)] }, query: { makes: "x".repeat(201) }, pointers: ["/makes/0"] },
  { body: { vram_sizes: [8, 1.5] }, query: { vram_sizes: "8,1.5" }, pointers: ["/vram_sizes/1"] },
  { body: { ecc: "yes" }, query: { ecc: "yes" }, pointers: ["/ecc"] },
  { body: { has_price: 1 }, query: { has_price: "1" }, pointers: ["/has_price"] },
  { body: { min_score: -1 }, query: { min_score: "-1" }, pointers: ["/min_score"] },
  { body: { fits_build: 0.5 }, query: { fits_build: "0.5" }, pointers: ["/fits_build"] },
  { body: { fits: { ram: "no-such" } }, query: { "fits.ram": "no-such" }, pointers: ["/fits/ram"] },
  { body: { benchmark_id: 999 }, query: { benchmark_id: "999" }, pointers: ["/benchmark_id"] },
  ...rangeNames.map((range) => ({
    body: { [`min_${range}`]: 9, [`max_${range}`]: 8 },
    query: { [`min_${range}`]: "9", [`max_${range}`]: "8" },
    pointers: [`/min_${range}`],
  })),
];

/** Faults that only a request body can have, because the service ignores unknown names in a query string. */
const ofBodies: FaultyPart[] = [
  { body: { colour: "red" }, query: {}, pointers: ["/colour"] },
  { body: { series: null }, query: {}, pointers: ["/series"] },
];

const joined = <T>(parts: readonly Readonly<Record<string, T>>[]) =>
  Object.assign({}, ...parts) as Record<string, T>;
const pointersIn = (body: { errors: { pointer: string }[] }) =>
  body.errors.map(({ pointer }) => pointer).toSorted();

test("the body of a product search with any combination of faults gets a 422 that names exactly these faults", async (t) => {
  const some = fc.subarray([...faults, ...ofBodies], { minLength: 1 });
  await fc.assert(
    fc.asyncProperty(some, fc.constantFrom("cpu", "gpu"), async (parts, kind) => {
      const sent = { page: 1, limit: 5, ...joined(parts.map(({ body }) => body)) };
      const { status, body } = await client.post(`/products/${kind}`, sent);
      t.is(status, 422, JSON.stringify(sent));
      t.deepEqual(
        pointersIn(body),
        parts.flatMap(({ pointers }) => pointers).toSorted(),
        JSON.stringify(sent),
      );
    }),
    { numRuns: 150 },
  );
});

test("the query string of a product search with any combination of faults gets a 422 that names exactly these faults", async (t) => {
  await fc.assert(
    fc.asyncProperty(fc.subarray(faults, { minLength: 1 }), async (parts) => {
      const query = new URLSearchParams({
        colour: "red",
        ...joined(parts.map((part) => part.query)),
      }).toString();
      const { status, body } = await client.get(`/products/gpu?${query}`);
      t.is(status, 422, query);
      t.deepEqual(pointersIn(body), parts.flatMap(({ pointers }) => pointers).toSorted(), query);
    }),
    { numRuns: 150 },
  );
});

test("the refusal by the search of all product kinds names a repeated search text beside all other faults", async (t) => {
  const { status, body } = await client.get("/products?page=0&query=a&search=b");
  t.is(status, 422);
  t.deepEqual(pointersIn(body), ["/page", "/query", "/search"]);
});
