import { findKind, productKinds, type ProductKind } from "../src/products/index.ts";

/** The names of all kinds of products, separated by `|`, for usage texts. */
export const kindNames = productKinds.map(({ name }) => name).join("|");

/** Returns the kind of products with this name. @throws Error that lists all kinds */
export function kindNamed(name: string): ProductKind {
  const kind = findKind(name);
  if (kind) return kind;
  throw new Error(`expected one of ${kindNames}, found ${name}`);
}
