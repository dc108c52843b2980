import { LRUCache } from "lru-cache";
import { spellings } from "../../kinds/spellings.ts";
import { foldKey } from "./fold-key.ts";

/** The maximum number of keys in the cache; thousands of products share a maker, a socket or a chipset. */
const MAX_KEPT_KEYS = 5000;

const cachedKeys = new LRUCache<string, string>({ max: MAX_KEPT_KEYS });

/**
 * Returns the key by which filters compare a value of a field. All spellings of a value have the same key: case,
 * accents, blanks and hyphens make no difference. `src/kinds/spellings.ts` lists further spellings. An empty key is
 * not indexed and so matches no product. Recent keys are cached.
 */
export function filterKey(field: string, text: string): string {
  const name = `${field} ${text}`;
  const cached = cachedKeys.get(name);
  if (cached !== undefined) return cached;
  const key = makeKey(field, text);
  cachedKeys.set(name, key);
  return key;
}

function makeKey(field: string, text: string): string {
  const rules = spellings[field] ?? [];
  const folded = foldKey(text);
  // If the spelling rules leave nothing of a value, use the whole value as its key.
  return rules.reduce((key, [other, usual]) => key.replace(other, usual), folded) || folded;
}
