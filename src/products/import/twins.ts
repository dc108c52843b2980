import { isDeepStrictEqual } from "node:util";
import type { ProductInput, SourceIdentity } from "../catalogue/catalogue.ts";
import { MAX_TEXTS } from "./import-row.ts";
import { foldKey } from "../indexing/fold-key.ts";
import type { FieldValue, ProductFields } from "../../kinds/kind.ts";
import type { ProductKind } from "../../kinds/kinds.ts";

/**
 * Twins are records of one source that nobody can tell apart: the same make and model, whatever the case, blanks and hyphens, and
 * no known fact that differs. They become one product with the part numbers of all.
 */
export interface TwinPlan {
  /** By the id of each record that is not simply a product of its own: the product that it becomes. */
  products: ReadonlyMap<string, ProductInput>;
  /** The source ids of products that were stored before and now are part of another one. */
  absorbed: readonly string[];
}

/** Fields in which records describe one product differently: all part numbers are kept, and of the others the first value. */
const DESCRIPTIONS: ReadonlySet<string> = new Set([
  "part_numbers",
  "series",
  "microarchitecture",
  "core_family",
]);

/**
 * Finds the twins among all records of a source, and the stored product that each group of them is. The result does not depend
 * on the order of the records. A group is the stored product that has an id of it, its own or that of a twin; of several,
 * the one that is not removed and has the smallest public id, so that addresses stay. A group that is not stored yet takes
 * its smallest source id.
 */
export function planTwins(
  kind: ProductKind,
  records: readonly ProductInput[],
  stored: readonly SourceIdentity[],
): TwinPlan {
  const groups = groupTwins(kind, records);
  const groupOf = new Map(groups.flatMap((group) => group.map(({ sourceId }) => [sourceId, group] as const)));
  const claims = new Map<readonly ProductInput[], SourceIdentity[]>();
  for (const identity of stored) {
    const ids = [identity.source_id, ...(identity.twin_ids ?? []).toSorted()];
    const group = ids.map((id) => groupOf.get(id)).find((found) => found !== undefined);
    if (group) claims.set(group, [...(claims.get(group) ?? []), identity]);
  }
  const products = new Map<string, ProductInput>();
  const absorbed: string[] = [];
  for (const group of groups) {
    const [kept, ...others] = (claims.get(group) ?? []).toSorted(
      (a, b) => Number(a.removed) - Number(b.removed) || a.id - b.id,
    );
    absorbed.push(...others.filter(({ removed }) => !removed).map(({ source_id }) => source_id));
    const product = mergeGroup(group, kept?.source_id);
    const isItself = group.length === 1 && product.sourceId === group[0]?.sourceId;
    if (isItself && (kept?.twin_ids ?? []).length === 0) continue;
    for (const { sourceId } of group) products.set(sourceId, product);
  }
  return { products, absorbed };
}

/** Puts each record into the first group of its name that it agrees with, in the order of the source ids. */
function groupTwins(kind: ProductKind, records: readonly ProductInput[]): ProductInput[][] {
  const byName = new Map<string, ProductInput[][]>();
  for (const record of records.toSorted((a, b) => (a.sourceId < b.sourceId ? -1 : 1))) {
    const name = foldKey(`${record.fields.make} ${record.fields.model}`);
    const groups = byName.get(name) ?? [];
    const group = groups.find((one) => one.every((other) => agree(kind, other.fields, record.fields)));
    if (group) group.push(record);
    else byName.set(name, [...groups, [record]]);
  }
  return [...byName.values()].flat();
}

/** Whether no fact that is known of both differs. */
function agree(kind: ProductKind, some: ProductFields, others: ProductFields): boolean {
  return Object.keys(kind.fields).every((name) => {
    if (DESCRIPTIONS.has(name) || name === "make" || name === "model") return true;
    const [a, b] = [comparable(some[name]), comparable(others[name])];
    return a === null || b === null || isDeepStrictEqual(a, b);
  });
}

/** Returns a value without case and order, or null where it is unknown. */
function comparable(value: FieldValue | undefined): unknown {
  if (Array.isArray(value)) return value.length === 0 ? null : value.map(String).toSorted();
  return typeof value === "string" ? value.toLowerCase() : (value ?? null);
}

/** Returns the product of a group: of each field the first known value, and the part numbers of all. */
function mergeGroup(group: readonly ProductInput[], keptId: string | undefined): ProductInput {
  const [first] = group;
  if (!first) throw new Error("A group of twins has at least one record");
  const sourceId = keptId ?? first.sourceId;
  const merged: Record<string, FieldValue> = { ...first.fields };
  for (const { fields } of group)
    for (const [name, value] of Object.entries(fields))
      if (comparable(merged[name]) === null) merged[name] = value;
  const partNumbers = group.flatMap(({ fields }) => (fields["part_numbers"] ?? []) as readonly string[]);
  if (partNumbers.length > 0) merged["part_numbers"] = [...new Set(partNumbers)].slice(0, MAX_TEXTS);
  const twinIds = group.map((one) => one.sourceId).filter((id) => id !== sourceId);
  return { sourceId, fields: merged as ProductFields, twinIds };
}
