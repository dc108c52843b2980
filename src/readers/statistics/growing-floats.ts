const initialCapacity = 256;

/** A list of numbers that takes eight bytes each, whatever their count. */
export interface GrowingFloats {
  push(value: number): void;
  length(): number;
  /** A view of what was pushed so far; a later push may leave it behind. */
  values(): Float64Array;
}

/** An empty list. */
export function createGrowingFloats(): GrowingFloats {
  let buffer = new Float64Array(initialCapacity);
  let length = 0;
  return {
    push(value) {
      if (length === buffer.length) {
        const larger = new Float64Array(buffer.length * 2);
        larger.set(buffer);
        buffer = larger;
      }
      buffer[length] = value;
      length += 1;
    },
    length: () => length,
    values: () => buffer.subarray(0, length),
  };
}
