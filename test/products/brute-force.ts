import type { ExecutionContext } from "ava";
import * as fc from "fast-check";
import type { ProductKind } from "../../src/kinds/kinds.ts";
import type { ProductDocument } from "../../src/products/catalogue/products-repository.ts";
import type { Client } from "../helpers/client.ts";
import { fitCheck } from "./brute-force-fit.ts";
import { fold } from "./reference-products.ts";

// Computes the products and facets that a search has to return, by checking every product one by one. The module shares
// no code with src.

type Fields = Readonly<Record<string, unknown>>;

/** The parameters of a search, without page and limit. */
export type Request = Record<string, unknown>;

type Catalogue = readonly ProductDocument[];

/** Returns the products of a catalogue that are of one kind. */
export const productsOf = (catalogue: Catalogue, { name }: Pick<ProductKind, "name">): ProductDocument[] =>
  catalogue.filter(({ kind, removed }) => kind === name && !removed);

const textsOf = (value: unknown): string[] => [value].flat().filter((text) => typeof text === "string");

/**
 * Returns the texts by which a filter finds the value of a field. A form factor of memory is also found without its
 * number of pins.
 */
const namesOf = (text: string) => [fold(text), fold(text.replace(/^\d+-pin /, ""))];

/** Returns, for each filter of a request that the kind supports, a function that checks one product. */
function checksOf({ filters }: ProductKind, request: Request): Map<string, (fields: Fields) => boolean> {
  const checks = new Map<string, (fields: Fields) => boolean>();
  for (const [name, field] of Object.entries(filters.textLists)) {
    const wanted = new Set((request[name] as string[] | undefined)?.map(fold));
    if (wanted.size > 0)
      checks.set(name, (fields) =>
        textsOf(fields[field])
          .flatMap(namesOf)
          .some((text) => wanted.has(text)),
      );
  }
  for (const [name, field] of Object.entries(filters.numberLists)) {
    const wanted = request[name] as number[] | undefined;
    if (wanted && wanted.length > 0) checks.set(name, (fields) => wanted.includes(fields[field] as number));
  }
  for (const [name, field] of Object.entries(filters.ranges)) {
    const [min, max] = [request[`min_${name}`], request[`max_${name}`]] as (number | undefined)[];
    if (min === undefined && max === undefined) continue;
    checks.set(name, (fields) => {
      const value = fields[field];
      return typeof value === "number" && value >= (min ?? -Infinity) && value <= (max ?? Infinity);
    });
  }
  for (const [name, field] of Object.entries(filters.flags))
    if (request[name] !== undefined) checks.set(name, (fields) => fields[field] === request[name]);
  for (const [name, field] of Object.entries(filters.switches))
    if (request[name] === true) checks.set(name, (fields) => fields[field] === true);
  return checks;
}

/**
 * A product that fits the parts of a request, and the names of the request's filters that the product does not pass.
 */
interface Judged {
  product: ProductDocument;
  failed: readonly string[];
}

/**
 * Checks every product of a kind by every filter of a request. Leaves out products that do not fit the parts of the
 * request.
 */
function judge(catalogue: Catalogue, kind: ProductKind, request: Request): Judged[] {
  const checks = [...checksOf(kind, request)];
  const fits = fitCheck(catalogue, request);
  return productsOf(catalogue, kind)
    .filter((product) => fits(product) !== false)
    .map((product) => ({
      product,
      failed: checks.flatMap(([name, check]) => (check(product.fields) ? [] : [name])),
    }));
}

/** Returns the products that pass all filters of a request, or all filters except the one that `without` names. */
const passing = (judged: readonly Judged[], without?: string) =>
  judged.filter(({ failed }) => failed.every((name) => name === without)).map(({ product }) => product);

/** Returns the products that a search with a request has to find. */
export const matching = (catalogue: Catalogue, kind: ProductKind, request: Request): ProductDocument[] =>
  passing(judge(catalogue, kind, request));

/**
 * Computes the facets of a request from every product: the number of products for each value, and the least and
 * greatest value of each range.
 */
function expectedFacets(kind: ProductKind, judged: readonly Judged[]): Record<string, unknown> {
  const facets: Record<string, unknown> = {};
  const { textLists, numberLists, ranges, flags, switches } = kind.filters;
  for (const [name, field] of Object.entries({ ...textLists, ...numberLists, ...flags, ...switches })) {
    const counts: Record<string, number> = {};
    for (const { fields } of passing(judged, name))
      for (const key of new Set([fields[field]].flat().map((value) => fold(String(value ?? "")))))
        if (key !== "") counts[key] = (counts[key] ?? 0) + 1;
    facets[name] = counts;
  }
  for (const [name, field] of Object.entries(ranges)) {
    const values = passing(judged, name).flatMap(({ fields }) => (fields[field] ?? []) as number);
    facets[name] =
      values.length > 0 ? { min: Math.min(...values), max: Math.max(...values) } : { min: null, max: null };
  }
  return facets;
}

/** Converts the facets of a response to the shape of the expected facets. */
function foldFacets(facets: Record<string, unknown>): Record<string, unknown> {
  const folded = Object.entries(facets).map(([name, facet]) => {
    if (!Array.isArray(facet)) return [name, facet];
    return [name, Object.fromEntries(facet.map(({ value, count }) => [fold(String(value)), count]))];
  });
  return Object.fromEntries(folded) as Record<string, unknown>;
}

/** The maximum number of pages into which a search with many results is divided. */
const MAX_PAGES = 5;

const subarrayOf = (values: unknown[]) => fc.subarray(values, { maxLength: Math.min(3, values.length) });

/**
 * Generates pairs of a kind and a search request. The request has any filters of the kind, with values that occur in
 * products of the kind, and any parts that the results have to fit.
 */
function requestsFor(catalogue: Catalogue, kinds: readonly ProductKind[]) {
  const slugs = (kind: ProductKind) =>
    fc.constantFrom(...productsOf(catalogue, kind).map(({ url_slug }) => url_slug));
  const fits = fc.record(Object.fromEntries(kinds.map((kind) => [kind.name, slugs(kind)])), {
    requiredKeys: [],
  });
  return fc.constantFrom(...kinds).chain((kind) => {
    const occurring = (field: string) => [
      ...new Set(productsOf(catalogue, kind).flatMap(({ fields }) => fields[field] ?? [])),
    ];
    const lists = Object.entries({ ...kind.filters.textLists, ...kind.filters.numberLists }).map(
      ([name, field]) => [name, subarrayOf(occurring(field))] as const,
    );
    const ends = Object.entries(kind.filters.ranges).flatMap(([name, field]) => {
      const values = (occurring(field) as number[]).map(Math.trunc).toSorted((a, b) => a - b);
      const middle = Math.floor(values.length / 2);
      if (values.length === 0) return [];
      return [
        [`min_${name}`, fc.constantFrom(...values.slice(0, middle + 1))] as const,
        [`max_${name}`, fc.constantFrom(...values.slice(middle))] as const,
      ];
    });
    const flags = Object.keys({ ...kind.filters.flags, ...kind.filters.switches }).map(
      (name) => [name, fc.boolean()] as const,
    );
    const all = [...lists, ...ends, ...flags] as [string, fc.Arbitrary<unknown>][];
    // A request has only a few filters, because all filters together would find hardly any product.
    const filters = fc
      .subarray(all, { maxLength: 4 })
      .chain((some) => fc.record(Object.fromEntries(some)) as fc.Arbitrary<Request>);
    return fc.record({
      kind: fc.constant(kind),
      filters,
      fits: fc.option(fits, { nil: undefined }),
      asAddress: fc.boolean(),
      limit: fc.integer({ min: 5, max: 60 }),
    });
  });
}

/** Writes a request as a query string: a list with commas or, where a value contains a comma, as repeated names. */
function addressOf(request: Request): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(request)) {
    if (value === undefined) continue;
    if (name === "fits")
      for (const [kind, slug] of Object.entries(value as object)) query.append(`fits.${kind}`, String(slug));
    else if (!Array.isArray(value)) query.append(name, `${value as string | number | boolean}`);
    else if (value.length % 2 === 0) query.append(name, value.join(","));
    else for (const one of value) query.append(name, String(one));
  }
  return query.toString();
}

/**
 * Asserts for generated requests that facets, totals and all pages together agree with checking every product one by
 * one.
 */
export async function assertSearchesAgree(
  t: ExecutionContext,
  { catalogue, client, kinds, runs }: AgreementOptions,
): Promise<void> {
  let found = 0;
  await fc.assert(
    fc.asyncProperty(
      requestsFor(catalogue, kinds),
      async ({ kind, filters, fits: drawn, asAddress, limit }) => {
        // A query string cannot express an empty `fits`.
        const fits = asAddress && Object.keys(drawn ?? {}).length === 0 ? undefined : drawn;
        const asked = { ...filters, ...(fits && { fits }) };
        const judged = judge(catalogue, kind, asked);
        const expected = passing(judged);
        const check = fitCheck(catalogue, asked);
        const unknown = expected.filter((product) => check(product) === null);
        const pageSize = Math.max(limit, Math.ceil(expected.length / MAX_PAGES));
        const ids: number[] = [];
        for (let page = 1; page <= Math.ceil(expected.length / pageSize) + 1; page += 1) {
          const request = { ...asked, page, limit: pageSize, facets: page === 1 };
          const path = `/products/${kind.name}`;
          const { status, body, text } = asAddress
            ? await client.get(`${path}?${addressOf(request)}`)
            : await client.post(path, request);
          if (status !== 200) throw new Error(text);
          if (page === 1) t.deepEqual(foldFacets(body.facets), expectedFacets(kind, judged));
          t.is(body.total, expected.length);
          t.is(body.fit_unknown, fits && unknown.length);
          ids.push(...body.results.map((one: { id?: number; cpuid?: number }) => one.id ?? one.cpuid));
        }
        t.deepEqual(
          ids.toSorted((a, b) => a - b),
          expected.map(({ id }) => id).toSorted((a, b) => a - b),
        );
        found += expected.length;
      },
    ),
    { numRuns: runs },
  );
  t.log(`${runs} requests, ${found} products found`);
  t.true(found > runs, "the combinations must not all be empty");
}

interface AgreementOptions {
  catalogue: Catalogue;
  client: Client;
  kinds: readonly ProductKind[];
  runs: number;
}
