import { InvalidInputError, NotFoundError, type Fault } from "../errors.ts";
import { factsOf, isKnown, sharedValue } from "../kinds/facts.ts";
import { findKind, productKinds, type ProductKind } from "../kinds/kinds.ts";
import type { ChipAnswer, Chips, ProductRecord, ProductRecords } from "../products/index.ts";
import type { ComparedFact, ComparedProduct, FactValue } from "./product-comparison.ts";

/** The name under which chips of graphics cards are compared, in place of the name of a kind of product. */
export const CHIP = "chip";

/** The kind of product whose products have chips: graphics cards. */
const chipKind = productKinds.find(({ comparedAs }) => comparedAs?.part === "chip");

/** The dependencies of `findProducts`. */
export interface FindProductsDeps {
  productRecords: Pick<ProductRecords, "get">;
  chips: Pick<Chips, "get">;
}

/** A product or chip that is to be compared. Its facts have the names of the fields in the product's record. */
export interface FoundProduct {
  shown: ComparedProduct;
  facts: Readonly<Record<string, FactValue>>;
}

/**
 * Splits the name of a product, such as "cpu/amd-ryzen-7-5800x", into its slug and the name of its kind (or "chip").
 */
export function partsOfName(product: string): { kind: string; slug: string } {
  const [kind = "", slug = ""] = product.split("/");
  return { kind, slug };
}

const SLUG = /^[a-z0-9-]{1,130}$/;

/** Whether a text has the form of the name of a product or a chip: a known kind and a slug. */
export function isProductName(text: string): boolean {
  const { kind, slug } = partsOfName(text);
  return (kind === CHIP || findKind(kind) !== undefined) && SLUG.test(slug) && text === `${kind}/${slug}`;
}

/** Returns whether a compared product is a graphics card, whose results are those of all builds with its chip. */
const isCard = ({ product, chip }: Pick<ComparedProduct, "product" | "chip">): boolean =>
  chip !== null && partsOfName(product).kind !== CHIP;

/** Returns the names of the graphics cards among compared products. */
export const cardsAmong = (
  compared: readonly Pick<ComparedProduct, "product" | "chip">[],
): ReadonlySet<string> => new Set(compared.filter(isCard).map(({ product }) => product));

/** Returns the kind of the products whose facts are compared: the named kind or, for chips, the kind of their cards. */
export function kindOfName(kind: string): ProductKind {
  const found = kind === CHIP ? chipKind : findKind(kind);
  if (!found) throw new Error(`expected the name of a kind of product, found ${kind}`);
  return found;
}

/**
 * Finds the products that are to be compared.
 * @throws InvalidInputError that names each product that does not exist
 */
export async function findProducts(
  deps: FindProductsDeps,
  products: readonly string[],
): Promise<FoundProduct[]> {
  const found = await Promise.all(
    products.map((product, index) =>
      findProduct(deps, product).catch((error: unknown) => faultOf(error, index)),
    ),
  );
  const faults = found.filter((one) => "detail" in one);
  if (faults.length > 0) throw new InvalidInputError(faults);
  return found.filter((one) => "shown" in one);
}

/**
 * The result of looking a product up by its name in URLs, such as "cpu/amd-ryzen-7-5800x". If no product has the name,
 * `nearest` is the product that is probably meant.
 */
export interface LookedUpProduct {
  product: string;
  /** What people call the product; null if there is no such product. */
  name: string | null;
  nearest: { product: string; name: string } | null;
}

/** Looks a product up by its name in URLs, such as "cpu/amd-ryzen-7-5800x". */
export async function lookUpProduct(deps: FindProductsDeps, product: string): Promise<LookedUpProduct> {
  const unknown = { product, name: null, nearest: null };
  if (!isProductName(product)) return unknown;
  try {
    return { ...unknown, name: (await findProduct(deps, product)).shown.name };
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    if (error.nearest === undefined) return unknown;
    const nearest = `${partsOfName(product).kind}/${error.nearest}`;
    const found = await lookUpProduct(deps, nearest);
    return { ...unknown, nearest: found.name === null ? null : { product: nearest, name: found.name } };
  }
}

/** Returns the fault in the input for a product that does not exist. @throws any other error unchanged */
function faultOf(error: unknown, index: number): Fault {
  if (!(error instanceof NotFoundError)) throw error;
  return { pointer: `/products/${index}`, detail: error.message };
}

async function findProduct(
  { productRecords, chips }: FindProductsDeps,
  product: string,
): Promise<FoundProduct> {
  const { kind, slug } = partsOfName(product);
  if (kind === CHIP) return showChip(product, await chips.get(slug));
  return showProduct(product, kindOfName(kind), await productRecords.get(kindOfName(kind), slug));
}

function showProduct(product: string, kind: ProductKind, record: ProductRecord): FoundProduct {
  const { make, model, price, price_date, price_is_old } = record;
  const chip = typeof record["chip"] === "string" ? record["chip"] : null;
  return {
    shown: { product, name: `${make} ${model}`, chip, price, price_date, price_is_old },
    facts: Object.fromEntries(comparedFacts(kind).map(({ name }) => [name, valueIn(record, name)])),
  };
}

/** Returns a chip, with the facts that are known and the same for all of its cards. */
function showChip(product: string, { chip, cards }: ChipAnswer): FoundProduct {
  const { slug, title, price } = chip;
  const factOf = (name: string) => sharedValue(cards, name) as FactValue;
  return {
    shown: {
      product,
      name: title,
      chip: slug,
      price: price.lowest,
      price_date: price.date,
      price_is_old: price.price_is_old,
    },
    facts: Object.fromEntries(comparedFacts(kindOfName(CHIP)).map(({ name }) => [name, factOf(name)])),
  };
}

/** Returns a fact of a product's record. An empty list counts as unknown (null). */
function valueIn(record: ProductRecord, name: string): FactValue {
  return isKnown(record[name]) ? (record[name] as FactValue) : null;
}

const areEqual = (values: readonly FactValue[]): boolean =>
  new Set(values.map((value) => JSON.stringify(value))).size <= 1;

/**
 * Facts that name a product instead of describing it. Any two products differ in such a fact, so it is not compared.
 */
const NAMING = new Set(["part_numbers"]);

const comparedFacts = (kind: ProductKind) => factsOf(kind).filter(({ name }) => !NAMING.has(name));

/** Returns the facts that are known of at least one of the found products. */
export function compareFacts(kind: ProductKind, found: readonly FoundProduct[]): ComparedFact[] {
  return comparedFacts(kind).flatMap(({ name, label }) => {
    const values = found.map(({ facts }) => facts[name] ?? null);
    const known = values.filter((value) => value !== null);
    if (known.length === 0) return [];
    return [{ fact: name, label: label.name, unit: label.unit ?? null, differs: !areEqual(known), values }];
  });
}
