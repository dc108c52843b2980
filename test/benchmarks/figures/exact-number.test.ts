import test from "ava";
import * as fc from "fast-check";
import {
  exact,
  negative,
  parseExact,
  plus,
  quotient,
  textOfExact,
  times,
  type ExactNumber,
} from "../../../src/benchmarks/model/exact-number.ts";

const finite = fc.double({ noNaN: true, noDefaultInfinity: true });
const sumOf = (values: readonly number[]): ExactNumber =>
  values.reduce<ExactNumber>((sum, value) => plus(sum, exact(value)), exact(0));
/** Equal numbers may have different exponents. */
const isZero = (value: ExactNumber) => value.mantissa === 0n;
const isSame = (a: ExactNumber, b: ExactNumber) => isZero(plus(a, negative(b)));

test("a double is kept exactly, also the smallest, and can be read from its text", (t) => {
  for (const value of [0, 1, -1, 0.1, 1e9, Number.MIN_VALUE, -Number.MIN_VALUE, 2 ** -1022, 1e300])
    t.is(quotient(exact(value), 1), value);
  fc.assert(
    fc.property(finite, (value) => {
      const text = textOfExact(exact(value));
      return isSame(parseExact(text), exact(value)) && quotient(parseExact(text), 1) === value + 0;
    }),
  );
});

test("what was added and is taken away leaves no trace, whatever the sizes and the order", (t) => {
  fc.assert(
    fc.property(fc.array(finite), fc.array(finite), (kept, removed) => {
      const all = sumOf([...removed, ...kept]);
      const rest = removed.reduceRight((sum, value) => plus(sum, negative(exact(value))), all);
      return isSame(rest, sumOf(kept));
    }),
  );
  t.is(quotient(sumOf([1e300, 0.1, -1e300]), 1), 0.1);
});

test("products and quotients are those of whole numbers", (t) => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), fc.integer(), (a, b) => {
      t.is(times(exact(a), exact(b)).mantissa === 0n, a === 0 || b === 0);
      return isSame(times(exact(a), exact(b)), { mantissa: BigInt(a) * BigInt(b), exponent: 0 });
    }),
  );
  t.is(quotient(sumOf([1, 1]), 3), 2 / 3);
  t.is(quotient(sumOf([1]), 3), 1 / 3);
  t.is(quotient(sumOf([0.1, 0.2]), 1), 0.1 + 0.2);
  t.is(quotient(sumOf(Array.from({ length: 10 }, () => 0.1)), 10), 0.1);
});
