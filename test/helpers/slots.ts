/**
 * Creates `count` slots for work that runs at the same time. Work without a free slot waits, first come first served.
 */
export function createSlots(count: number) {
  const waiting: (() => void)[] = [];
  let left = count;
  return {
    /** Waits until a slot is free, and takes the slot. */
    take: async (): Promise<void> => {
      if (left > 0) left -= 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
    },
    free: (): void => {
      const next = waiting.shift();
      if (next === undefined) left += 1;
      else next();
    },
  };
}
