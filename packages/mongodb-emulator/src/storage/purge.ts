import { rangeOf, type Catalogue } from "./catalogue.ts";
import type { Store } from "./store.ts";

/** The maximum number of keys that one job of the store deletes. */
const KEYS_AT_A_TIME = 500;

/**
 * Deletes the documents and entries of dropped collections and indexes in the background; no client can read these data
 * any more.
 */
export function purge(store: Store, ids: readonly number[]): void {
  // If the deletion of dropped data fails or is interrupted, the next start of the server deletes what is left.
  void Promise.all(ids.map((id) => clear(store, id))).catch(() => undefined);
}

async function clear(store: Store, id: number): Promise<void> {
  let keys: Buffer[];
  do {
    keys = await store.write(() => {
      const some = store.keys(rangeOf(id), KEYS_AT_A_TIME);
      some.forEach((key) => store.remove(key));
      return some;
    });
  } while (keys.length === KEYS_AT_A_TIME);
}

/** Returns the ids of dropped collections and indexes whose data the store still contains. */
export function orphansOf(store: Store, catalogue: Catalogue): number[] {
  const known = new Set(catalogue.all().flatMap(({ indexes }) => indexes.map(({ id }) => id)));
  const orphans: number[] = [];
  let { from } = rangeOf(1);
  for (;;) {
    const [key] = store.keys({ from, to: Buffer.from([255]) }, 1);
    if (key === undefined) return orphans;
    const id = key.readUInt32BE(0);
    if (!known.has(id)) orphans.push(id);
    from = rangeOf(id).to;
  }
}
