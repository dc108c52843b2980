import { MAX_EXACT_DIGITS, powersOfTen } from "../powers-of-ten.ts";
import type { Dialect } from "./dialect.ts";

const DECIMAL_NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?$/i;
/**
 * Matches a number with separators between groups of three digits, as spreadsheets write it. A single comma or point
 * may be the decimal sign ("1,234"), so a text matches only if it has decimals or several separators.
 */
const GROUPED_NUMBER =
  /^[+-]?\d{1,3}(?:(?:,\d{3})+\.\d+|(?:\.\d{3})+,\d+|(?:,\d{3}){2,}|(?:\.\d{3}){2,}|(?:(?<sign>[ '’\u00A0\u202F])\d{3}(?:\k<sign>\d{3})*)(?:[.,]\d+)?)$/u;

/**
 * The maximum length of a number, in characters. Tools write numbers of up to about twenty characters. A longer text
 * than the maximum is not parsed as a number, because matching it would take too long.
 */
const MAX_NUMBER_LENGTH = 100;

/**
 * Returns the number in a cell, ignoring blanks around it and separators of thousands ("1,234.5", "1.234,5"); NaN where
 * the cell holds no number (empty, `NA`, text, over 100 characters).
 */
export function parseNumber(cell: string, { hasDecimalComma }: Dialect): number {
  const trimmed = cell.trim();
  if (trimmed.length > MAX_NUMBER_LENGTH) return Number.NaN;
  const text = hasDecimalComma ? trimmed.replace(",", ".") : trimmed;
  if (DECIMAL_NUMBER.test(text)) return Number(text);
  return GROUPED_NUMBER.test(trimmed) ? groupedNumber(trimmed) : Number.NaN;
}

// Returns the number in a text that matches GROUPED_NUMBER. Its decimal sign is the last point or comma, unless that
// sign separates groups of digits.
function groupedNumber(text: string): number {
  const [separator = ""] = /[^\d+-]/u.exec(text) ?? [];
  return Number(text.replaceAll(separator, "").replace(",", "."));
}

const DIGIT_ZERO = 0x30;

/**
 * Parses the bytes from `start` to `end` as plain digits with at most one decimal sign. Returns the same number as
 * `parseNumber`, but faster; -1 for any other bytes (a sign, an exponent, a text, more than 15 digits).
 */
export function parsePlainNumber(bytes: Uint8Array, start: number, end: number, decimalSign: number): number {
  return end - start <= MAX_EXACT_DIGITS + 1
    ? parseCutNumber(bytes, start, end, decimalSign)
    : parsePaddedNumber(bytes, start, end, decimalSign);
}

/** Parses bytes as a number like `parsePlainNumber`, also if zeros at the end make more than fifteen digits. */
function parsePaddedNumber(bytes: Uint8Array, start: number, end: number, decimalSign: number): number {
  let whole = 0;
  let digits = 0;
  let decimals = 0;
  // Do not count trailing zeros of the decimals as digits: some tools pad numbers with zeros.
  let zeros = 0;
  let hasPoint = false;
  for (let at = start; at < end; at += 1) {
    const digit = (bytes[at] ?? 0) - DIGIT_ZERO;
    if (digit === 0 && hasPoint) {
      zeros += 1;
    } else if (digit >= 0 && digit <= 9) {
      const places = zeros + 1;
      digits += places;
      if (digits > MAX_EXACT_DIGITS) return -1;
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

/**
 * Parses bytes as a number like `parsePlainNumber`, but ignores the decimals after the first sixteen characters. Two
 * different numbers may therefore become equal, but their order is never reversed.
 */
export function parseCutNumber(bytes: Uint8Array, start: number, end: number, decimalSign: number): number {
  const cut = Math.min(end, start + MAX_EXACT_DIGITS + 1);
  let whole = 0;
  let pointAt = -1;
  for (let at = start; at < cut; at += 1) {
    const byte = bytes[at] ?? 0;
    const digit = byte - DIGIT_ZERO;
    if (digit >= 0 && digit <= 9) whole = whole * 10 + digit;
    else if (byte === decimalSign && pointAt === -1) pointAt = at;
    else return -1;
  }
  for (let at = cut; at < end; at += 1) {
    const digit = (bytes[at] ?? 0) - DIGIT_ZERO;
    if (digit < 0 || digit > 9) return -1;
  }
  if (pointAt !== -1) return cut - start === 1 ? -1 : whole / (powersOfTen[cut - pointAt - 1] ?? 1);
  return cut === start || cut - start > MAX_EXACT_DIGITS ? -1 : whole;
}
