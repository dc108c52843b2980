/** Lets so many pieces of work run at a time; the others wait, first come first served. */
export function createSlots(count: number) {
  const waiting: (() => void)[] = [];
  let left = count;
  return {
    /** Waits until one is free, and takes it. */
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
