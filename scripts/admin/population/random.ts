/** A source of random numbers that gives the same numbers for the same seed. */
export type Random = ReturnType<typeof createRandom>;

/** Creates a source of random numbers. Its uniform numbers are those of mulberry32 (Tommy Ettinger), which has a period of 2^32. */
export function createRandom(seed: number) {
  let state = seed >>> 0;
  const uniform = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  /** From the standard normal distribution, by Box and Muller (1958). */
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
  const between = (least: number, most: number): number => least + (most - least) * uniform();
  return {
    /** A number from `least` to `most`, evenly. */
    between,
    /** A whole number from `least` to `most`, both included. */
    wholeBetween: (least: number, most: number): number => Math.floor(between(least, most + 1)),
    /** Whether something happens that happens with this probability. */
    happens: (probability: number): boolean => uniform() < probability,
    /** A factor around 1 whose logarithm has this standard deviation. */
    factor: (sigma: number): number => Math.exp(sigma * normal()),
    /** One of some things, each as probable as the others. @throws Error where there is none */
    oneOf: <T>(things: readonly T[]): T => thingAt(things, Math.floor(uniform() * things.length)),
    /** One of some things, of which each is less popular than the one before it (Zipf, with this exponent). @throws Error where there is none */
    popularOf: <T>(things: readonly T[], exponent: number): T => {
      const weights = things.map((_, rank) => (rank + 1) ** -exponent);
      let left = uniform() * weights.reduce((sum, weight) => sum + weight, 0);
      const index = weights.findIndex((weight) => (left -= weight) < 0);
      return thingAt(things, index === -1 ? 0 : index);
    },
    /** The same things in another order (Fisher and Yates). */
    shuffled: <T>(things: readonly T[]): T[] => {
      const order = [...things];
      for (let last = order.length - 1; last > 0; last -= 1) {
        const other = Math.floor(uniform() * (last + 1));
        const [a, b] = [thingAt(order, last), thingAt(order, other)];
        order[last] = b;
        order[other] = a;
      }
      return order;
    },
  };
}

function thingAt<T>(things: readonly T[], index: number): T {
  const thing = things[index];
  if (thing === undefined) throw new Error("expected something to choose from, found nothing");
  return thing;
}
