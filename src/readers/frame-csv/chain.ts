import { createGrowingFloats } from "./growing-floats.ts";
import type { GrowingFloats } from "./growing-floats.ts";

/** The rows of one swap chain of one process: the unit whose frame times follow each other. */
export interface Chain {
  /** The executable's name; empty where the capture names none. */
  application: string;
  processId: string;
  swapChain: string;
  /** Frame times in milliseconds, in the order of the file; each from 0.001 ms to 60 s. */
  frameTimes: GrowingFloats;
  /** Of the frames in `frameTimes`: never displayed, and generated rather than rendered. */
  dropped: number;
  generated: number;
  /** Rows left out, by reason: frame time 0 or below 0.001 ms; no number; negative or above 60 s. */
  zero: number;
  missing: number;
  outOfRange: number;
}

/** A chain without rows. */
export function createChain(application: string, processId: string, swapChain: string): Chain {
  const frameTimes = createGrowingFloats();
  const counts = { dropped: 0, generated: 0, zero: 0, missing: 0, outOfRange: 0 };
  return { application, processId, swapChain, frameTimes, ...counts };
}

/** Rows of a chain that have no usable frame time. */
export function skippedRows(chain: Chain): number {
  return chain.zero + chain.missing + chain.outOfRange;
}

/** All rows of a chain. */
export function rowCount(chain: Chain): number {
  return chain.frameTimes.length() + skippedRows(chain);
}
