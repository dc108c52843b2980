import { MongoError } from "../errors.ts";
import { bsonType, double, numberOf, toValue, type Value } from "./raw-bson.ts";

const MIN_INT64 = -(2n ** 63n);
const MAX_INT64 = 2n ** 63n - 1n;

/** Whether the BSON value is a number, decimal128 included. */
export function isNumber({ type }: Value): boolean {
  return (
    type === bsonType.int32 ||
    type === bsonType.double ||
    type === bsonType.int64 ||
    type === bsonType.decimal128
  );
}

/**
 * Returns the sum of two numbers with the type that MongoDB gives the sum: double if one of the numbers is a double.
 * Otherwise int64 if one of the numbers is an int64 or if the sum does not fit into int32, and else int32.
 * @throws MongoError BadValue if the sum does not fit into int64, CommandNotSupported for decimal128
 */
export function add(left: Value, right: Value): Value {
  return combine(
    left,
    right,
    (a, b) => a + b,
    (a, b) => a + b,
  );
}

/**
 * Returns the product of two numbers. Chooses the type of the product and throws errors as {@link add} does for a sum.
 */
export function multiply(left: Value, right: Value): Value {
  return combine(
    left,
    right,
    (a, b) => a * b,
    (a, b) => a * b,
  );
}

function combine(
  left: Value,
  right: Value,
  onDoubles: (a: number, b: number) => number,
  onIntegers: (a: bigint, b: bigint) => bigint,
): Value {
  const types = new Set([left.type, right.type]);
  if (types.has(bsonType.decimal128))
    throw new MongoError("CommandNotSupported", "arithmetic with Decimal128 is not supported by this server");
  if (types.has(bsonType.double)) return double(onDoubles(numberOf(left), numberOf(right)));
  const result = onIntegers(bigintOf(left), bigintOf(right));
  if (result < MIN_INT64 || result > MAX_INT64)
    throw new MongoError("BadValue", `the result ${result} does not fit into a 64-bit integer`);
  const isLong = types.has(bsonType.int64) || BigInt.asIntN(32, result) !== result;
  return isLong ? toValue(result) : toValue(Number(result));
}

function bigintOf({ type, bytes }: Value): bigint {
  return type === bsonType.int64 ? bytes.readBigInt64LE(0) : BigInt(bytes.readInt32LE(0));
}
