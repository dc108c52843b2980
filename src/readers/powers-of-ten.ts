/** The maximum number of digits that the fast number parsers read; a longer number is parsed by Number(). */
export const MAX_EXACT_DIGITS = 15;

/**
 * Ten to the power of 0 to 15. A whole number of at most 15 digits and these powers are exact doubles. Their quotient
 * is therefore the double nearest to the decimal number, which Number() returns for the same text.
 */
export const powersOfTen: Float64Array = Float64Array.from({ length: MAX_EXACT_DIGITS + 1 }, (_, exponent) =>
  Number(`1e${exponent}`),
);
