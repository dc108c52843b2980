import process from "node:process";

/**
 * How many requests a test generates, and from which seed. GENERATED_REQUESTS multiplies their number, for a longer search;
 * GENERATED_SEED begins another one. Of the same seed come the same requests, and a failure names the seed.
 * @param test a name that tells tests apart, so that they do not all generate the same
 */
export function budget(requests: number, test: string) {
  const factor = Number(process.env["GENERATED_REQUESTS"] ?? 1);
  const offset = Buffer.from(test).reduce((sum, byte) => (sum * 31 + byte) % 1_000_003, 0);
  const seed = Number(process.env["GENERATED_SEED"] ?? 20_261_122) + offset;
  return { numRuns: Math.ceil(requests * factor), seed, includeErrorInReport: true };
}
