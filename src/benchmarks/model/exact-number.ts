/**
 * A sum of floating-point numbers or of their squares, without any rounding: mantissa · 2^exponent. Adding a number and taking it
 * away again gives the very sum of before, in whatever order it happens, which floating-point sums do not promise.
 */
export interface ExactNumber {
  mantissa: bigint;
  exponent: number;
}

const FRACTION_BITS = 52n;
/** The exponent of the last bit of a double whose exponent bits are 0, less one: IEEE 754-2019, binary64. */
const EXPONENT_BIAS = 1075;

/** Returns a finite number exactly. */
export function exact(value: number): ExactNumber {
  if (value === 0) return { mantissa: 0n, exponent: 0 };
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  const bits = view.getBigUint64(0);
  const exponentBits = Number((bits >> FRACTION_BITS) & 0x7ffn);
  const fraction = bits & ((1n << FRACTION_BITS) - 1n);
  // A number whose exponent bits are 0 has no hidden leading bit.
  const mantissa = exponentBits === 0 ? fraction : fraction | (1n << FRACTION_BITS);
  return {
    mantissa: value < 0 ? -mantissa : mantissa,
    exponent: Math.max(exponentBits, 1) - EXPONENT_BIAS,
  };
}

/** Returns a + b. */
export function plus(a: ExactNumber, b: ExactNumber): ExactNumber {
  const exponent = Math.min(a.exponent, b.exponent);
  return { mantissa: mantissaAt(a, exponent) + mantissaAt(b, exponent), exponent };
}

/** Returns a · b. */
export function times(a: ExactNumber, b: ExactNumber): ExactNumber {
  return { mantissa: a.mantissa * b.mantissa, exponent: a.exponent + b.exponent };
}

/** Returns -a. */
export function negative({ mantissa, exponent }: ExactNumber): ExactNumber {
  return { mantissa: -mantissa, exponent };
}

/** More bits than the 53 of a double, so that cutting off the rest of a quotient changes nothing that a double shows. */
const QUOTIENT_BITS = 64;

/** Returns a number divided by a whole number above 0, as the nearest double, or the one beside it. */
export function quotient({ mantissa, exponent }: ExactNumber, divisor: number): number {
  const shift = QUOTIENT_BITS - bitsOf(mantissa) + bitsOf(BigInt(divisor));
  const shifted = shift < 0 ? mantissa >> BigInt(-shift) : mantissa << BigInt(shift);
  // In two steps, because the power of two alone may be smaller than any double.
  const half = Math.trunc((exponent - shift) / 2);
  return Number(shifted / BigInt(divisor)) * 2 ** half * 2 ** (exponent - shift - half);
}

/** Returns a number as text, which `parseExact` reads. */
export function textOfExact({ mantissa, exponent }: ExactNumber): string {
  return `${mantissa}p${exponent}`;
}

/** Reads what `textOfExact` has written. */
export function parseExact(text: string): ExactNumber {
  const [mantissa = "", exponent = ""] = text.split("p");
  return { mantissa: BigInt(mantissa), exponent: Number(exponent) };
}

function mantissaAt({ mantissa, exponent }: ExactNumber, smaller: number): bigint {
  return mantissa << BigInt(exponent - smaller);
}

function bitsOf(value: bigint): number {
  return value.toString(2).replace("-", "").length;
}
