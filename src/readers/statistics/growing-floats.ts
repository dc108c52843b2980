const INITIAL_CAPACITY = 256;

/** An empty, growing list of numbers in typed memory: at most 16 bytes a number, however many there are. */
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
    /** A view of the numbers so far. It does not show numbers that are pushed later. */
    values: () => buffer.subarray(0, length),
  };
}

/** A growing list of numbers in typed memory. */
export type GrowingFloats = ReturnType<typeof createGrowingFloats>;
