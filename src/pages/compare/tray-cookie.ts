import { z } from "zod";
import { MAX_COMPARED, MAX_PRODUCTS, partsOfName } from "../../compare/index.ts";
import type { RouteContext } from "../../http/route.ts";

const COOKIE_NAME = "compare";
/** The kinds of items that can be compared, by the names of the parameters of /compare. */
export const comparedKinds = ["builds", "runs", "products"] as const;
/** The maximum number of items in the tray. With the longest names, the cookie stays below 4 KiB. */
export const MAX_KEPT = 12;
const MAX_NAME_CHARACTERS = 24;

/** The kind of an item that can be compared: builds, runs or products. */
export type ComparedKind = (typeof comparedKinds)[number];

/** An item in the tray: a build, a run or a product. `id` is the item's id in the address of a comparison. */
export interface KeptThing {
  kind: ComparedKind;
  id: string;
  name: string;
}

const storedThings = z
  .array(z.tuple([z.enum(comparedKinds), z.string().min(1).max(200), z.string().max(MAX_NAME_CHARACTERS)]))
  .max(MAX_KEPT);

/**
 * Returns the items in the tray cookie of a request; an empty list if the request has no such cookie, or a malformed
 * one.
 */
export function keptIn(context: Pick<RouteContext, "cookies">): KeptThing[] {
  const text = context.cookies.get(COOKIE_NAME);
  if (text === undefined) return [];
  try {
    const stored = storedThings.parse(JSON.parse(Buffer.from(text, "base64url").toString("utf8")));
    return stored.map(([kind, id, name]) => ({ kind, id, name }));
  } catch {
    return [];
  }
}

/**
 * Returns the value of a Set-Cookie header that stores the items of the tray until the browser is closed, or deletes
 * the cookie if there are no items.
 */
export function cookieOf(kept: readonly KeptThing[], { isSecure }: { isSecure: boolean }): string {
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`;
  if (kept.length === 0) return `${COOKIE_NAME}=; Max-Age=0; ${attributes}`;
  const stored = kept.map(({ kind, id, name }) => [kind, id, beginningOf(name)]);
  return `${COOKIE_NAME}=${Buffer.from(JSON.stringify(stored)).toString("base64url")}; ${attributes}`;
}

/** Cuts a name to MAX_NAME_CHARACTERS, including an ellipsis, without half of a surrogate pair at the cut. */
function beginningOf(name: string): string {
  const cut = name.length > MAX_NAME_CHARACTERS;
  return cut ? `${name.slice(0, MAX_NAME_CHARACTERS - 1).replace(/[\uD800-\uDBFF]$/, "")}…` : name;
}

/** Returns the name of the group of an item (a build, run or product): only items of the same group can be compared. */
export function groupOf({ kind, id }: Pick<KeptThing, "kind" | "id">): string {
  return kind === "products" ? partsOfName(id).kind : kind;
}

/**
 * Adds items (builds, runs or products) to the tray, each once. Returns null if the tray would then have too many
 * items, or more items of one group than can be compared.
 */
export function withMore(kept: readonly KeptThing[], more: readonly KeptThing[]): KeptThing[] | null {
  const isNew = ({ kind, id }: KeptThing) => !kept.some((one) => one.kind === kind && one.id === id);
  const all = [...kept, ...more.filter(isNew)];
  const isTooMuch = more.some((thing) => {
    const ofGroup = all.filter((one) => groupOf(one) === groupOf(thing));
    return ofGroup.length > (thing.kind === "products" ? MAX_PRODUCTS : MAX_COMPARED);
  });
  return isTooMuch || all.length > MAX_KEPT ? null : all;
}
