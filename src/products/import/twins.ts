import { isDeepStrictEqual } from "node:util";
import type { ProductInput, SourceIdentity } from "../catalogue/catalogue.ts";
import { MAX_TEXTS } from "./import-row.ts";
import { foldKey } from "../indexing/fold-key.ts";
import type { FieldValue, ProductFields } from "../../kinds/kind.ts";
import type { ProductKind } from "../../kinds/kinds.ts";

/**
 * The twins of a source, and the products that the import makes of them. Twins are records of one source that nobody
 * can tell apart: make and model are equal except for case, blanks and hyphens, and no known fact differs. Twins
 * become one product with the part numbers of all.
 */
export interface TwinPlan {
  /**
   * The products that the import saves in place of twins (records of one product), as a map whose keys are the source
   * ids of the records that they replace.
   */
  products: ReadonlyMap<string, ProductInput>;
  /** The source ids of those stored products that the import merges into another product. */
  absorbed: readonly string[];
}

/**
 * Fields in which records of one product may differ. The product gets the part numbers of all records, and the first
 * record's value of each other field.
 */
const DESCRIPTIONS: ReadonlySet<string> = new Set([
  "part_numbers",
  "series",
  "microarchitecture",
  "core_family",
]);

/**
 * Finds the groups of twins (records of one product) among all records of a source, and the stored product of each
 * group. The order of the records does not matter. A group belongs to the stored product whose source id or twin ids
 * contain an id of the group. If several stored products match, the group belongs to the one with the smallest public
 * id, so that addresses stay; products that are not removed take precedence. A group that is not stored yet takes its
 * smallest source id.
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

/**
 * Puts each record of a source, in the order of the source ids, into the first group of records with the same name
 * and without contradicting facts.
 */
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

/** Returns whether two records of a source agree in every fact that both of them state. */
function agree(kind: ProductKind, some: ProductFields, others: ProductFields): boolean {
  return Object.keys(kind.fields).every((name) => {
    if (DESCRIPTIONS.has(name) || name === "make" || name === "model") return true;
    const [a, b] = [comparable(some[name]), comparable(others[name])];
    return a === null || b === null || isDeepStrictEqual(a, b);
  });
}

/** Returns a value in a form that ignores case and order, for comparison; null if the value is unknown. */
function comparable(value: FieldValue | undefined): unknown {
  if (Array.isArray(value)) return value.length === 0 ? null : value.map(String).toSorted();
  return typeof value === "string" ? value.toLowerCase() : (value ?? null);
}

/**
 * Returns the product that a group of twins (records of one product) becomes: the first known value of each field,
 * and the part numbers of all records.
 */
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
