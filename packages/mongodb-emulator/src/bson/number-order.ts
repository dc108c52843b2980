import { Decimal128 } from "bson";
import { bsonType, type Value } from "./raw-bson.ts";

/**
 * Encodes an int32, int64, double or decimal128 so that the order of the bytes is the order of the numbers, and equal
 * numbers have equal bytes. NaN comes first. The bytes are the greatest double that is not greater than the number,
 * followed by 0 if that double equals the number, else by 1 and the decimal digits of the number.
 */
export function encodeNumber(value: Value): Buffer {
  const { type, bytes } = value;
  if (type === bsonType.int32) return exactly(bytes.readInt32LE(0));
  if (type === bsonType.double) return exactly(bytes.readDoubleLE(0));
  if (type === bsonType.int64) {
    const long = bytes.readBigInt64LE(0);
    if (BigInt.asIntN(54, long) === long) return exactly(Number(long));
    return encodeDecimal({ coefficient: long, exponent: 0 });
  }
  const text = new Decimal128(bytes).toString();
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:E([+-]\d+))?$/.exec(text);
  if (!match) return exactly(Number(text));
  const [, sign = "", whole = "0", fraction = "", power = "0"] = match;
  return encodeDecimal({
    coefficient: BigInt(sign + whole + fraction),
    exponent: Number(power) - fraction.length,
  });
}

/** An exact decimal number: coefficient × 10^exponent. */
interface Decimal {
  readonly coefficient: bigint;
  readonly exponent: number;
}

function orderedDouble(number: number): Buffer {
  const bytes = Buffer.alloc(9);
  if (Number.isNaN(number)) return bytes;
  bytes.writeDoubleBE(number + 0); // Adding 0 turns -0 into 0.
  if (((bytes[0] ?? 0) & 0x80) !== 0) for (let at = 0; at < 8; at++) bytes[at] = ~(bytes[at] ?? 0);
  else bytes[0] = (bytes[0] ?? 0) | 0x80;
  return bytes;
}

function exactly(number: number): Buffer {
  return orderedDouble(number);
}

function encodeDecimal(decimal: Decimal): Buffer {
  if (decimal.coefficient === 0n) return exactly(0);
  let floor = Number(`${decimal.coefficient}e${decimal.exponent}`);
  let order = compareToDouble(decimal, floor);
  while (order < 0) {
    floor = nextDown(floor);
    order = compareToDouble(decimal, floor);
  }
  const head = orderedDouble(floor);
  if (order === 0) return head;
  head[8] = 1;
  return Buffer.concat([head, encodeDigits(decimal)]);
}

/**
 * Encodes the digits of a decimal number: the exponent of the first digit, the digits and a terminator; all bits are
 * inverted for a negative number.
 */
function encodeDigits({ coefficient, exponent }: Decimal): Buffer {
  const isNegative = coefficient < 0n;
  const written = (isNegative ? -coefficient : coefficient).toString();
  const digits = Buffer.from(`\0\0${written.replace(/0+$/, "")}\0`);
  digits.writeUInt16BE(exponent + written.length + 0x8000);
  return isNegative ? (digits.map((byte) => ~byte) as Buffer) : digits;
}

/** Returns a number below, equal to or above zero if the decimal is less than, equal to or greater than the double. */
function compareToDouble({ coefficient, exponent }: Decimal, number: number): number {
  if (!Number.isFinite(number)) return -Math.sign(number);
  let { mantissa, power } = splitDouble(number);
  let left = coefficient;
  if (exponent >= 0) left *= 10n ** BigInt(exponent);
  else mantissa *= 10n ** BigInt(-exponent);
  if (power >= 0) mantissa *= 2n ** BigInt(power);
  else left *= 2n ** BigInt(-power);
  if (left === mantissa) return 0;
  return left < mantissa ? -1 : 1;
}

/**
 * Splits a finite double (IEEE 754 binary64) into the integers of which it is exactly the product mantissa × 2^power.
 */
function splitDouble(number: number): { mantissa: bigint; power: number } {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, number);
  const bits = view.getBigUint64(0);
  const exponent = Number((bits >> 52n) & 0x7ffn);
  const fraction = bits & 0xfffffffffffffn;
  const mantissa = exponent === 0 ? fraction : fraction | 0x10000000000000n;
  return { mantissa: number < 0 ? -mantissa : mantissa, power: Math.max(exponent, 1) - 1075 };
}

/** Returns the greatest double that is less than a given double. */
function nextDown(number: number): number {
  if (number === 0) return -Number.MIN_VALUE;
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, number);
  const bits = view.getBigInt64(0);
  view.setBigInt64(0, number > 0 ? bits - 1n : bits + 1n);
  return view.getFloat64(0);
}
