import type { ComparedAs, ProductFields } from "../../kinds/kind.ts";
import { findKind } from "../../kinds/kinds.ts";
import { slugOf } from "./slug.ts";

/** Matches a repeated word in the name of a product, as in "NVIDIA NVIDIA GeForce GT 710" and "AMD FX FX-4150". */
const REPEATED = /\b(?=\w*[a-z])(\w+)[\s-]+(?=\1\b)/gi;

/** Returns the name of the chip or model that stands for a product in comparisons. */
export function titleOfCompared({ titleOf }: Pick<ComparedAs, "titleOf">, fields: ProductFields): string {
  return titleOf(fields).replaceAll(/[™®©]/g, "").replaceAll(/\s+/g, " ").replaceAll(REPEATED, "").trim();
}

/**
 * Returns the slug of the chip or model that stands for a product in comparisons, such as
 * "nvidia-geforce-rtx-4070-super-12gb"; undefined if no benchmark's scores depend on products of the kind.
 */
export function comparedAsOf(kindName: string, fields: ProductFields): string | undefined {
  const comparedAs = findKind(kindName)?.comparedAs;
  const title = comparedAs && titleOfCompared(comparedAs, fields);
  return title === undefined ? undefined : slugOf(title.replace(/ GB$/, "GB")) || undefined;
}
