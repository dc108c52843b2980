import { isProductName, MAX_COMPARED, MAX_PRODUCTS } from "../../compare/index.ts";
import type { Fault } from "../../errors.ts";
import { isBuildId } from "../../validation/build-id.ts";
import { textsOf } from "../../validation/query-values.ts";
import type { SentQuery } from "../layout/define-page.tsx";
import { comparedKinds, groupOf, type ComparedKind } from "./tray-cookie.ts";

/**
 * What the query of the page /compare asks for: the items to compare and the baseline. An item is a build, a run or a
 * product.
 */
export interface Asked {
  /** The kind of the compared items; `builds` if the query names no item. */
  kind: ComparedKind;
  /** The ids of the items, each once, in the order of the query. */
  ids: readonly string[];
  /**
   * Words to search for: from the name of a build or, if the items are runs, also from the name of a game or test; null
   * if the query has none.
   */
  name: string | null;
  /** The names of products to look up, in the order of their fields; empty if none was typed. */
  typed: readonly string[];
  /**
   * The id of the baseline, the item with which the others are compared; undefined if the first item is the baseline.
   */
  baseline: string | undefined;
  /** Why the items cannot be compared, in sentences that the page shows. */
  faults: readonly Fault[];
}

/**
 * Reads the query of the page. The fields for builds, runs and products take ids and pasted addresses of pages. The
 * fields `build` and `run` also take words to search for, and the fields in `productFields` take names of products.
 */
export function readAsked(query: SentQuery): Asked {
  const build = idOrWords(query["build"], isBuildId);
  const run = idOrWords(query["run"], isLikeRunId);
  const named = productFields.flatMap((name) => textIn(query[name]) ?? []).map(productIn);
  const typedProducts = named.filter((one) => !isProductName(one));
  const given: Record<ComparedKind, string[]> = {
    builds: [...textsOf(query["builds"] ?? "").map(idIn), ...build.ids],
    runs: [...textsOf(query["runs"] ?? "").map(idIn), ...run.ids],
    products: [...textsOf(query["products"] ?? "").map(productIn), ...named.filter(isProductName)],
  };
  const kinds = comparedKinds.filter(
    (kind) => given[kind].length > 0 || (kind === "products" && typedProducts.length > 0),
  );
  const [kind = run.words === null ? "builds" : "runs"] = kinds;
  const ids = [...new Set(given[kind])];
  const baseline = textIn(query["baseline"]);
  return {
    kind,
    ids,
    name: kind === "runs" ? run.words : build.words,
    typed: typedProducts,
    baseline: baseline !== null && ids.includes(baseline) ? baseline : undefined,
    faults: [...(kinds.length > 1 ? [ofOneKind] : []), ...faultsOfIds(kind, ids)],
  };
}

/** Returns what a field holds: an id, or the address of a page with an id, or words to search for. */
function idOrWords(
  value: SentQuery[string],
  isId: (text: string) => boolean,
): { ids: string[]; words: string | null } {
  const text = textIn(value);
  if (text === null) return { ids: [], words: null };
  const id = idIn(text);
  return id !== text || isId(id) ? { ids: [id], words: null } : { ids: [], words: text };
}

/** Whether a text has the form of the ids that the service gives to runs, which are UUIDs. */
const isLikeRunId = (text: string): boolean => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

/** The fields into which visitors type products to compare. */
export const productFields = ["product", "other_product"] as const;

const ofOneKind: Fault = {
  pointer: "",
  detail: "Builds, runs and products cannot be compared with each other.",
};

/** Returns the first text of a parameter, without blanks at its ends; null if the parameter is missing or empty. */
function textIn(value: SentQuery[string]): string | null {
  const [text = ""] = [value].flat();
  return text.trim() === "" ? null : text.trim();
}

/** Returns the id in a pasted address of the page of a build or a run; returns any other text without outer blanks. */
const idIn = (text: string): string => /\/(?:r|b)\/([^/?#]+)/.exec(text)?.[1] ?? text.trim();

/** Returns `<kind>/<slug>` from the end of the address of a product; returns any other text without outer blanks. */
function productIn(text: string): string {
  const [, kind, slug] = /(?:^|\/)([a-z]+)[:/]([a-z0-9-]+)$/.exec(text.trim()) ?? [];
  return kind === undefined ? text.trim() : `${kind}/${slug}`;
}

/**
 * Returns why items (builds, runs or products) cannot be compared: too many, products of several kinds, or malformed
 * ids.
 */
export function faultsOfIds(kind: ComparedKind, ids: readonly string[]): Fault[] {
  const max = kind === "products" ? MAX_PRODUCTS : MAX_COMPARED;
  const tooMany = {
    pointer: "",
    detail: `At most ${max} ${kind} can be compared at once, found ${ids.length}.`,
  };
  const known = kind === "products" ? ids.filter(isProductName) : ids;
  const groups = new Set(known.map((id) => groupOf({ kind, id })));
  const mixed = { pointer: "", detail: "Only products of one kind can be compared with each other." };
  return [
    ...(ids.length > max ? [tooMany] : []),
    ...(groups.size > 1 ? [mixed] : []),
    ...faultsOfEach(kind, ids),
  ];
}

/** Returns a fault for each malformed id of a build or of a product (`<kind>/<slug>`). Does not check ids of runs. */
export function faultsOfEach(kind: ComparedKind, ids: readonly string[]): Fault[] {
  return ids.flatMap((id, index): Fault[] => {
    const pointer = `/${kind}/${index}`;
    if (kind === "builds" && !isBuildId(id)) return [{ pointer, detail: `There is no build “${id}”.` }];
    if (kind === "products" && !isProductName(id))
      return [{ pointer, detail: `There is no product “${id}”.` }];
    return [];
  });
}

/** Returns the part of a query string that names the compared items: "builds=1,2". */
export function thingsInQuery({ kind, ids }: Pick<Asked, "kind" | "ids">): string {
  return `${kind}=${ids.map((id) => id.split("/").map(encodeURIComponent).join("/")).join(",")}`;
}

/** Returns the address of a comparison, without parameters that have their default value. */
export function addressOfComparison(
  { kind, ids, baseline }: Pick<Asked, "kind" | "ids" | "baseline">,
  { page = 1 }: { page?: number } = {},
): string {
  const base =
    baseline === undefined || baseline === ids[0] ? "" : `&baseline=${encodeURIComponent(baseline)}`;
  return `/compare?${thingsInQuery({ kind, ids })}${base}${page === 1 ? "" : `&page=${page}`}`;
}
