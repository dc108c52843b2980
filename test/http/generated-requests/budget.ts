import process from "node:process";

/**
 * How many requests a test generates, and from which seed. GENERATED_REQUESTS multiplies their number, for a longer search;
 * GENERATED_SEED begins another one. Of the same seed come the same requests, and a failure names the seed.
 * @param offset tells the tests of a file apart, so that they do not all generate the same
 */
export function budget(requests: number, offset = 0) {
  const factor = Number(process.env["GENERATED_REQUESTS"] ?? 1);
  const seed = Number(process.env["GENERATED_SEED"] ?? 20_261_122) + offset;
  return { numRuns: Math.ceil(requests * factor), seed, includeErrorInReport: true };
}
