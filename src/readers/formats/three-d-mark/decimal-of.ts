import { MAX_EXACT_DIGITS, powersOfTen } from "../../powers-of-ten.ts";

const DECIMAL_NUMBER = /^\d{1,15}(?:\.\d{1,15})?$/;
const DIGIT_ZERO = 0x30;
const DECIMAL_POINT = 0x2e;

/**
 * Returns the number in a text such as "171.04", exactly as Number() does; NaN for any other text. Short texts are
 * parsed digit by digit, which is faster.
 */
export function decimalOf(text: string): number {
  if (text.length > MAX_EXACT_DIGITS) return DECIMAL_NUMBER.test(text) ? Number(text) : Number.NaN;
  let whole = 0;
  let point = -1;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const digit = code - DIGIT_ZERO;
    if (digit >= 0 && digit <= 9) whole = whole * 10 + digit;
    else if (code === DECIMAL_POINT && point === -1 && at > 0 && at < text.length - 1) point = at;
    else return Number.NaN;
  }
  return point === -1 ? whole : whole / (powersOfTen[text.length - 1 - point] ?? 1);
}
