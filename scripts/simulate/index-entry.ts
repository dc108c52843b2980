import { Binary, Double, Int32, Long, ObjectId, type Document } from "bson";

/*
 * How many bytes an entry of an index has, by the rule of MongoDB's KeyString (src/mongo/db/storage/key_string in its source): each value is
 * a byte for its type and its bytes, behind all values a byte ends the key, and the number of the record follows. Text has a zero byte
 * at its end; a whole number as many bytes as its double needs; a number with a fraction and a date 8; an id 12.
 * WiredTiger adds 2 bytes to each entry (the header of a cell, src/include/cell.h). Two things are left out because they work against each
 * other: beginnings that entries share are stored once (prefix compression), and pages of a tree that grows at random places are
 * about two thirds full.
 */

const END_BYTES = 1;
const CELL_BYTES = 2;

/** Bytes of the number of a record: 10 bits in two bytes, and 8 more with each further one. */
export function recordIdBytes(documents: number): number {
  const bits = Math.ceil(Math.log2(documents + 1));
  return 2 + Math.max(0, Math.ceil((bits - 10) / 8));
}

/** Bytes of an index entry without the number of its record. @param values as the package bson reads them with promoteValues: false */
export function entryBytes(values: readonly unknown[]): number {
  return values.reduce<number>((sum, value) => sum + valueBytes(value), END_BYTES + CELL_BYTES);
}

function valueBytes(value: unknown): number {
  if (value === undefined || value === null || typeof value === "boolean") return 1;
  if (typeof value === "string") return 1 + Buffer.byteLength(value) + 1;
  if (value instanceof Date) return 1 + 8;
  if (value instanceof ObjectId) return 1 + 12;
  if (value instanceof Binary) return 1 + 2 + value.length();
  const number = numberOf(value);
  if (number !== null) return Number.isInteger(number) ? 1 + integerBytes(number) : 1 + 8;
  return Object.values(value as Document).reduce((sum: number, each) => sum + valueBytes(each), 1);
}

function numberOf(value: unknown): number | null {
  if (typeof value === "number") return value;
  if (typeof value === "bigint") return Number(value);
  if (value instanceof Int32 || value instanceof Double) return value.valueOf();
  return value instanceof Long ? value.toNumber() : null;
}

/** A zero is told by its type alone; any other whole number is doubled, for the bit that says whether a fraction follows. */
const integerBytes = (number: number): number =>
  number === 0 ? 0 : Math.ceil(Math.log2(2 * Math.abs(number) + 1) / 8);
