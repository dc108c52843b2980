import type { ProductKind } from "./kind.ts";
import { cpuKind } from "./cpu.ts";
import { gpuKind } from "./gpu.ts";
import { motherboardKind } from "./motherboard.ts";
import { ramKind } from "./ram.ts";

/** Every kind there is. A further kind is one more declaration in this list. */
export const productKinds: readonly ProductKind[] = [cpuKind, gpuKind, ramKind, motherboardKind];

/** The kind of a name, or undefined. */
export function findKind(name: string): ProductKind | undefined {
  return productKinds.find((kind) => kind.name === name);
}
