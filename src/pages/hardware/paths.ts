import type { ProductKind } from "../../products/index.ts";

/** Returns the address of the page of a kind. */
export function pathOf({ name }: Pick<ProductKind, "name">): string {
  return `/hardware/${name}`;
}
