import type { Dialect } from "./dialect.ts";

const decimalNumber = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3})?$/i;

/** The number in a cell; NaN where it holds none (empty, `NA`, text). Blanks around it do not matter. */
export function parseNumber(cell: string, { hasDecimalComma }: Dialect): number {
  const text = hasDecimalComma ? cell.trim().replace(",", ".") : cell.trim();
  return decimalNumber.test(text) ? Number(text) : Number.NaN;
}

const digitZero = 0x30;

// Both a whole number of at most 15 digits and a power of ten up to 10^15 are exact doubles, and so their quotient is
// the double next to the decimal number: what Number() gives for the text.
const maxDigits = 15;

/** Ten to the power of 0 to 15. */
export const powersOfTen: Float64Array = Float64Array.from({ length: maxDigits + 1 }, (_, exponent) =>
  Number(`1e${exponent}`),
);

/**
 * The number that the bytes from `start` to `end` write as plain digits with at most one decimal sign, the same as
 * `parseNumber` gives for them; -1 where they are anything else (a sign, an exponent, a text, more digits).
 */
export function parsePlainNumber(bytes: Uint8Array, start: number, end: number, decimalSign: number): number {
  let whole = 0;
  let digits = 0;
  let decimals = 0;
  // Zeros at the end of the decimals, which some tools write to fill them up, do not count.
  let zeros = 0;
  let hasPoint = false;
  for (let at = start; at < end; at += 1) {
    const digit = (bytes[at] ?? 0) - digitZero;
    if (digit === 0 && hasPoint) {
      zeros += 1;
    } else if (digit >= 0 && digit <= 9) {
      const places = zeros + 1;
      digits += places;
      if (digits > maxDigits) return -1;
      whole = whole * (powersOfTen[places] ?? 1) + digit;
      if (hasPoint) decimals += places;
      zeros = 0;
    } else if (bytes[at] === decimalSign && !hasPoint) {
      hasPoint = true;
    } else {
      return -1;
    }
  }
  if (digits + zeros === 0) return -1;
  return decimals === 0 ? whole : whole / (powersOfTen[decimals] ?? 1);
}
