/** A source of random numbers that gives the same numbers for the same seed. */
export type Random = ReturnType<typeof createRandom>;

/**
 * Creates a source of random numbers. Uniform numbers come from mulberry32 (Tommy Ettinger), which has a period of
 * 2^32.
 */
export function createRandom(seed: number) {
  let state = seed >>> 0;
  const uniform = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  /** A number from the standard normal distribution, by Box and Muller (1958). */
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
  const between = (least: number, most: number): number => least + (most - least) * uniform();
  return {
    /** A number from `least` to `most`, uniformly distributed. */
    between,
    /** A whole number from `least` to `most`, both included. */
    wholeBetween: (least: number, most: number): number => Math.floor(between(least, most + 1)),
    /** Returns true with this probability. */
    happens: (probability: number): boolean => uniform() < probability,
    /** A factor around 1. The standard deviation of its logarithm is `sigma`. */
    factor: (sigma: number): number => Math.exp(sigma * normal()),
    /** Returns one of `things`, each with the same probability. @throws Error where `things` is empty */
    oneOf: <T>(things: readonly T[]): T => thingAt(things, Math.floor(uniform() * things.length)),
    /**
     * Returns one of `things`, each less popular than the one before (Zipf's law with this exponent).
     * @throws Error where `things` is empty
     */
    popularOf: <T>(things: readonly T[], exponent: number): T => {
      const weights = things.map((_, rank) => (rank + 1) ** -exponent);
      let left = uniform() * weights.reduce((sum, weight) => sum + weight, 0);
      const index = weights.findIndex((weight) => (left -= weight) < 0);
      return thingAt(things, index === -1 ? 0 : index);
    },
    /** Returns `things` in random order (Fisher and Yates). */
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
