import type { ProductDocument } from "../../src/products/catalogue/products-repository.ts";
import { fold } from "./reference-products.ts";

// Decides whether two parts fit by comparing every fact of both. The module shares no code with src.

type Fields = Readonly<Record<string, unknown>>;

const textsOf = (value: unknown): string[] => [value].flat().filter((text) => typeof text === "string");

/** Returns the socket of a processor or a board as text; null where it is unknown. */
const plainSocket = ({ socket, microarchitecture, chipset }: Fields): string | null => {
  if (typeof socket !== "string") return null;
  const key = fold(socket).replace(/^2x/, "").replace("narrow", "");
  if (key !== "lga1151") return key === "tr4" ? "str4" : key;
  const told = String(microarchitecture ?? chipset);
  if (/^Coffee Lake|^[BHQZ]3|^C24/.test(told)) return "lga1151v2";
  return /^(?:Sky|Kaby) ?[Ll]ake|^[BHQZ][12]|^C23/.test(told) ? "lga1151v1" : null;
};

/** Returns whether AMD's table of AM4 chipsets excludes a processor on a board. */
const isExcludedOnAm4 = (cpu: Fields, board: Fields) =>
  plainSocket(board) === "am4" &&
  cpu["core_family"] === "Summit Ridge" &&
  ["A520", "B550", "X570"].includes(String(board["chipset"]));

const isSame = (one: string | null, other: string | null) =>
  one === null || other === null ? null : one === other;

const isOneOf = (wanted: unknown, values: unknown): boolean | null => {
  const [some, others] = [textsOf(wanted).map(fold), textsOf(values).map(fold)];
  return some.length === 0 || others.length === 0 ? null : some.some((one) => others.includes(one));
};

/**
 * Returns whether a motherboard accepts the form factor of a memory kit's modules (DIMM or SO-DIMM); null if this is
 * unknown.
 */
function hasModules(kit: Fields, board: Fields): boolean | null {
  if (typeof kit["form_factor"] !== "string" || typeof board["form_factor"] !== "string") return null;
  if (/^integrated/i.test(String(board["socket"]))) return null;
  return /so-?dimm/i.test(kit["form_factor"]) === /^thin/i.test(board["form_factor"]);
}

function hasSlots(kit: Fields, board: Fields): boolean | null {
  const slots = board["memory_slots"];
  return typeof slots === "number" ? (kit["modules"] as number) <= slots : null;
}

/**
 * Returns whether two parts fit each other: false if any fact excludes it, null if no fact excludes it but some fact is
 * unknown.
 */
function fit(a: { kind: string; fields: Fields }, b: { kind: string; fields: Fields }): boolean | null {
  const of = (kind: string) => [a, b].find((part) => part.kind === kind)?.fields;
  const [cpu, board, kit] = [of("cpu"), of("motherboard"), of("ram")];
  const facts: (boolean | null)[] = [];
  if (cpu && board)
    facts.push(isSame(plainSocket(cpu), plainSocket(board)), isOneOf(cpu["ram_types"], board["ram_types"]));
  if (cpu && board && isExcludedOnAm4(cpu, board)) facts.push(false);
  if (cpu && kit) facts.push(isOneOf(kit["memory_type"], cpu["ram_types"]));
  if (kit && board)
    facts.push(isOneOf(kit["memory_type"], board["ram_types"]), hasModules(kit, board), hasSlots(kit, board));
  if (facts.includes(false)) return false;
  return facts.includes(null) ? null : true;
}

/**
 * Returns a function that checks whether a product fits all parts that a request names by their slugs. The returned
 * function returns false if the product does not fit, and null if a fact is unknown that could exclude it.
 */
export function fitCheck(
  catalogue: readonly ProductDocument[],
  { fits }: Readonly<Record<string, unknown>>,
): (product: ProductDocument) => boolean | null {
  const slugs = Object.entries((fits as Record<string, string> | undefined) ?? {});
  const parts = slugs.map(([kind, slug]) => {
    const part = catalogue.find((one) => one.kind === kind && one.url_slug === slug);
    if (!part) throw new Error(`no ${kind} has the slug ${slug}`);
    return part;
  });
  const isForBoard = parts.some(({ kind }) => kind === "motherboard");
  const isForDesktop = parts.some(
    ({ kind, fields }) => kind === "cpu" && /^(?:[AF]M\d|LGA|s?TR)/i.test(String(fields["socket"] ?? "")),
  );
  return (product) => {
    const found = new Set(parts.map((part) => fit(part, product)));
    if (product.kind === "ram" && isForDesktop && !isForBoard) {
      const form = product.fields["form_factor"];
      found.add(typeof form === "string" ? !/so-?dimm/i.test(form) : null);
    }
    if (found.has(false)) return false;
    return found.has(null) ? null : true;
  };
}
