const INITIAL_CAPACITY = 256;

/** Creates an empty, growing list of numbers in a typed array. Even a long list takes at most 16 bytes per number. */
export function createGrowingFloats() {
  let buffer = new Float64Array(INITIAL_CAPACITY);
  let length = 0;
  return {
    push(value: number): void {
      if (length === buffer.length) {
        const larger = new Float64Array(buffer.length * 2);
        larger.set(buffer);
        buffer = larger;
      }
      buffer[length] = value;
      length += 1;
    },
    length: () => length,
    /** Returns a view of the numbers that the list has so far. The view does not show numbers that are added later. */
    values: () => buffer.subarray(0, length),
  };
}

/** A growing list of numbers in a typed array. */
export type GrowingFloats = ReturnType<typeof createGrowingFloats>;
