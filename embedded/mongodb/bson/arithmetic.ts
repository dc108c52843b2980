import { MongoError } from "../errors.ts";
import { double, numberOf, toValue, TYPE, type Value } from "./raw-bson.ts";

const MIN_INT64 = -(2n ** 63n);
const MAX_INT64 = 2n ** 63n - 1n;

/** Whether the value is a number, decimal128 included. */
export function isNumber({ type }: Value): boolean {
  return type === TYPE.int32 || type === TYPE.double || type === TYPE.int64 || type === TYPE.decimal128;
}

/** Sum, as MongoDB types it: double if one is, else int64 if one is or int32 is too small. Throws BadValue beyond int64. */
export function add(left: Value, right: Value): Value {
  return combine(
    left,
    right,
    (a, b) => a + b,
    (a, b) => a + b,
  );
}

/** Product, typed as by {@link add}. */
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
  if (types.has(TYPE.decimal128))
    throw new MongoError("CommandNotSupported", "arithmetic with Decimal128 is not supported by this server");
  if (types.has(TYPE.double)) return double(onDoubles(numberOf(left), numberOf(right)));
  const result = onIntegers(bigintOf(left), bigintOf(right));
  if (result < MIN_INT64 || result > MAX_INT64)
    throw new MongoError("BadValue", `the result ${result} does not fit into a 64-bit integer`);
  const isLong = types.has(TYPE.int64) || BigInt.asIntN(32, result) !== result;
  return isLong ? toValue(result) : toValue(Number(result));
}

function bigintOf({ type, bytes }: Value): bigint {
  return type === TYPE.int64 ? bytes.readBigInt64LE(0) : BigInt(bytes.readInt32LE(0));
}
