import type { ProductInput } from "../catalogue/catalogue.ts";
import { mendedModel, nameKeysOf } from "../indexing/name-keys.ts";
import { textsOf } from "../../kinds/kind.ts";
import type { ProductKind } from "../../kinds/kinds.ts";
import type { TwinPlan } from "./twins.ts";

/** A record of a source that is imported unchanged, although a value in it is probably wrong. */
export interface DoubtfulRecord {
  sourceId: string;
  reason: string;
}

/**
 * Matches a product name that states its line twice, as "FX FX 8370E" and "A6 A6-9550" do. Does not match a repeated
 * chipset of a motherboard, because many correct names repeat the chipset.
 */
const DOUBLED = /^(?![A-Z]\d{2,3} )(\S+) \1\b/i;

/**
 * Finds the records of a source that are probably wrong. Probably wrong are a name or part number that another product
 * also has, a name that states its line twice, and a board's name that is split in the wrong place. The function
 * changes no record.
 */
export function doubtfulRecords(
  kind: ProductKind,
  records: readonly ProductInput[],
  { products }: Pick<TwinPlan, "products">,
): DoubtfulRecord[] {
  const owners = new Map<string, string>();
  const doubts: DoubtfulRecord[] = [];
  /**
   * Returns the source id of an earlier product with the same text, such as a part number; undefined if there is none.
   */
  const otherOwner = (text: string, id: string): string | undefined => {
    const owner = owners.get(text) ?? id;
    owners.set(text, owner);
    return owner === id ? undefined : owner;
  };
  for (const { sourceId, fields } of records) {
    const id = products.get(sourceId)?.sourceId ?? sourceId;
    const say = (reason: string) => doubts.push({ sourceId, reason });
    const name = `${fields.make} ${fields.model}`;
    const [key = ""] = nameKeysOf(kind, fields);
    const ofSameName = otherOwner(`name ${key}`, id);
    if (ofSameName !== undefined)
      say(`${name}: expected a name that no other record has, found the same name in record ${ofSameName}`);
    for (const number of textsOf(fields["part_numbers"])) {
      const ofSameNumber = otherOwner(`number ${number.toLowerCase()}`, id);
      if (ofSameNumber !== undefined)
        say(
          `${name}: expected part numbers that no other record has, found ${number} in record ${ofSameNumber} too`,
        );
    }
    if (DOUBLED.test(fields.model))
      say(`${name}: expected the name of the product line once, found the name twice`);
    const mended = mendedModel(fields);
    if (mended !== fields.model) say(`${name}: expected ${mended}, found a name that is cut apart`);
  }
  return doubts;
}
