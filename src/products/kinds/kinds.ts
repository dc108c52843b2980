import { cpuKind } from "./cpu.ts";
import { gpuKind } from "./gpu.ts";
import type { ProductKind } from "./kind.ts";
import { motherboardKind } from "./motherboard.ts";
import { ramKind } from "./ram.ts";

/**
 * Every kind of product.
 *
 * To add a kind:
 * 1. declare it in a file of this folder, as in cpu.ts (kind.ts explains each part), and list it here;
 *    routes, contracts, imports from our CSV format, search and facets follow, and the workers create its index;
 * 2. for imports from OpenDB: a reader in import/sources/opendb/, listed in opendb-rows.ts;
 * 3. for prices: the header of its file in import/sources/price-rows.ts;
 * 4. for the sample catalogue: a CSV file in data/, listed in scripts/load-sample-data.ts and
 *    test/products/catalogue-service.ts.
 */
export const productKinds: readonly ProductKind[] = [cpuKind, gpuKind, ramKind, motherboardKind];

/** Returns the kind with this name, or undefined. */
export function findKind(name: string): ProductKind | undefined {
  return productKinds.find((kind) => kind.name === name);
}
