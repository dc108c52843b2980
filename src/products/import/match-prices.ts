import { foldKey } from "../indexing/fold-key.ts";
import { partNumberCodes } from "../indexing/normalise.ts";
import { fillTexts } from "../indexing/fill-texts.ts";
import { textsOf, type FieldValue, type ProductFields } from "../../kinds/kind.ts";
import type { ProductKind } from "../../kinds/kinds.ts";
import { areSameColours, compareName } from "./name-key.ts";
import { factTextsOf, type PriceFacts, type PriceRow } from "./sources/price-rows.ts";

/** A row of the price file that states a price. */
type PricedRow = PriceRow & { price: number };

/** A row of the file of prices, and the colours that the row states. */
interface Offer {
  row: PriceRow;
  colours: readonly string[];
}

/**
 * Creates the matcher for the prices of a kind of product. The matcher finds the rows of a price file that belong to
 * a product.
 */
export function createPriceMatcher(kind: ProductKind) {
  const byKey = new Map<string, Offer[]>();
  const byPartNumber = new Map<string, PriceRow[]>();
  const factTexts = factTextsOf(kind);
  return {
    /**
     * Adds a row of the price file. Rows without a price are added, too: if such a row matches a product best, the
     * prices of other rows with the same name belong to other products.
     */
    add: (row: PriceRow): void => {
      const { key, colours } = compareName(row.name, fillTexts(factTexts, row.facts));
      byKey.set(key, [...(byKey.get(key) ?? []), { row, colours }]);
      for (const code of partNumberCodes(row.name.split(" ")))
        byPartNumber.set(code, [...(byPartNumber.get(code) ?? []), row]);
    },

    /**
     * Returns the rows that state the price of a product and whose facts do not contradict the product's facts. Of
     * the rows with the product's name, returns the rows with one of the product's part numbers, or all rows if none
     * has such a number. If no row has the name, returns the rows of the product's maker with one of its part
     * numbers.
     */
    find: (fields: ProductFields): readonly PricedRow[] => {
      const numbered = partNumberCodes(textsOf(fields["part_numbers"]))
        .flatMap((code) => byPartNumber.get(code) ?? [])
        .filter((row) => agree(row.facts, fields));
      const name = compareName(`${fields.make} ${fields.model}`, fillTexts(factTexts, fields));
      const named = ofSameVersion(byKey.get(name.key) ?? [], fields, name.colours);
      // Do not match rows of other makers by the part number, because a record may also list part numbers of other
      // models and makers.
      const certain =
        named.length > 0
          ? preferred(named, (row) => numbered.includes(row))
          : numbered.filter((row) => foldKey(row.name).startsWith(foldKey(fields.make)));
      return certain.filter(isPriced);
    },
  };
}

const isPriced = (row: PriceRow): row is PricedRow => row.price !== null;

/**
 * Of the price rows with a product's name, returns the rows about the same version of the product. If some rows state
 * the product's type of memory, or exactly its colours, the other rows are about another version.
 */
function ofSameVersion(
  offers: readonly Offer[],
  fields: ProductFields,
  colours: readonly string[],
): readonly PriceRow[] {
  const agreeing = offers.filter(({ row }) => agree(row.facts, fields));
  const fitting = preferred(agreeing, ({ row }) => row.facts["ram_types"] !== undefined).filter((offer) =>
    areSameColours(offer.colours, colours),
  );
  return preferred(fitting, (offer) => offer.colours.join() === colours.join()).map(({ row }) => row);
}

/** Returns the items of a list that have a property, or all items if no item has the property. */
function preferred<Item>(items: readonly Item[], hasProperty: (item: Item) => boolean): readonly Item[] {
  const found = items.filter(hasProperty);
  return found.length > 0 ? found : items;
}

/**
 * Returns whether the facts of a price row agree with the known facts of a product. Differences in spelling do not
 * count as contradictions.
 */
function agree(facts: PriceFacts, fields: ProductFields): boolean {
  return Object.entries(facts).every(([name, fact]) => {
    const known = [fields[name] ?? []].flat().map(comparedFact);
    return known.length === 0 || [fact].flat().some((value) => known.includes(comparedFact(value)));
  });
}

/**
 * Compares a chipset without the memory size in its name, such as "GeForce RTX 3080 10GB", because the memory size is
 * a separate fact.
 */
const comparedFact = (fact: FieldValue) => foldKey(String(fact).replace(/ \d+ ?GB\b/i, ""));
