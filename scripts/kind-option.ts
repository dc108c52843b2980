import { findKind, productKinds, type ProductKind } from "../src/products/index.ts";

/** The names of all kinds of products, as a usage shows them. */
export const kindNames = productKinds.map(({ name }) => name).join("|");

/** Reads the name of a kind of products. @throws Error that names all kinds */
export function kindNamed(name: string): ProductKind {
  const kind = findKind(name);
  if (kind) return kind;
  throw new Error(`expected one of ${kindNames}, found ${name}`);
}
