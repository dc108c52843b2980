import process from "node:process";

/**
 * Returns how many requests a test generates, and the seed of the generator. The variable GENERATED_REQUESTS multiplies
 * the number, for a longer search; GENERATED_SEED sets another seed. The same seed generates the same requests, and a
 * failure names the seed.
 * @param test unique name of the test, so that tests do not all generate the same requests
 */
export function budget(requests: number, test: string) {
  const factor = Number(process.env["GENERATED_REQUESTS"] ?? 1);
  const offset = Buffer.from(test).reduce((sum, byte) => (sum * 31 + byte) % 1_000_003, 0);
  const seed = Number(process.env["GENERATED_SEED"] ?? 20_261_122) + offset;
  return { numRuns: Math.ceil(requests * factor), seed, includeErrorInReport: true };
}
