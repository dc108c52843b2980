import type { ProductInput } from "../catalogue/catalogue.ts";
import { mendedModel, nameKeysOf } from "../indexing/name-keys.ts";
import { textsOf } from "../../kinds/kind.ts";
import type { ProductKind } from "../../kinds/kinds.ts";
import type { TwinPlan } from "./twins.ts";

/** A record that is imported as it is, although something in it is probably wrong. */
export interface DoubtfulRecord {
  sourceId: string;
  reason: string;
}

/** Matches a name that states its line twice: "FX FX 8370E", "A6 A6-9550"; many boards state their chipset twice. */
const DOUBLED = /^(?![A-Z]\d{2,3} )(\S+) \1\b/i;

/**
 * Finds the records of a source that are probably wrong: a name or a part number that another product also has, a name
 * that states its line twice, and the name of a board that is cut apart. No record is changed for it.
 */
export function doubtfulRecords(
  kind: ProductKind,
  records: readonly ProductInput[],
  { products }: Pick<TwinPlan, "products">,
): DoubtfulRecord[] {
  const owners = new Map<string, string>();
  const doubts: DoubtfulRecord[] = [];
  /** Returns the other product that has a text; the first product that states a text owns the text. */
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
    if (ofSameName !== undefined) say(`${name}: expected each name once, found it again at ${ofSameName}`);
    for (const number of textsOf(fields["part_numbers"])) {
      const ofSameNumber = otherOwner(`number ${number.toLowerCase()}`, id);
      if (ofSameNumber !== undefined)
        say(`${name}: expected the part number ${number} once, found it again at ${ofSameNumber}`);
    }
    if (DOUBLED.test(fields.model)) say(`${name}: expected the line once, found it twice`);
    const mended = mendedModel(fields);
    if (mended !== fields.model) say(`${name}: expected ${mended}, found the name cut apart`);
  }
  return doubts;
}
