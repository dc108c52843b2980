import type { ProductKind } from "../../products/index.ts";

/** Returns the address of the search page of a kind of products. */
export function pathOf({ name }: Pick<ProductKind, "name">): string {
  return `/hardware/${name}`;
}
