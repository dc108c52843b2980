import { spellings } from "../../kinds/spellings.ts";
import { foldKey } from "./fold-key.ts";

/**
 * Returns the key by which filters compare a value of a field. All spellings of a value have the same key: case,
 * accents, blanks and hyphens make no difference. `src/kinds/spellings.ts` lists further spellings. An empty key is
 * not indexed and so matches no product.
 */
export function filterKey(field: string, text: string): string {
  const rules = spellings[field] ?? [];
  const folded = foldKey(text);
  // If the spelling rules leave nothing of a value, use the whole value as its key.
  return rules.reduce((key, [other, usual]) => key.replace(other, usual), folded) || folded;
}
