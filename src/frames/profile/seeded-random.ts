import { createHash } from "node:crypto";

/**
 * Creates a generator of random whole numbers that gives the same numbers for the same seed: xoshiro128** 1.1 of D.
 * Blackman and S. Vigna, "Scrambled Linear Pseudorandom Number Generators", ACM Transactions on Mathematical Software
 * 47, 2021. The initial state is the beginning of the SHA-256 of the seed. The numbers must not be used for secrets.
 * @returns a function that returns a number from 0 to below `count`, for a `count` far below 2³²
 */
export function createSeededRandom(seed: string): (count: number) => number {
  const digest = createHash("sha256").update(seed).digest();
  let [a, b, c, d] = [0, 4, 8, 12].map((at) => digest.readUInt32LE(at)) as [number, number, number, number];
  return (count) => {
    const result = Math.imul(rotate(Math.imul(b, 5), 7), 9) >>> 0;
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = rotate(d, 11);
    return Math.floor((result / 2 ** 32) * count);
  };
}

function rotate(value: number, bits: number): number {
  return (value << bits) | (value >>> (32 - bits));
}
