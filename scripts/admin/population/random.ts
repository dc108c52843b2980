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
  /** Returns a number from the standard normal distribution, by the method of Box and Muller (1958). */
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
  const between = (least: number, most: number): number => least + (most - least) * uniform();
  const oneOf = <T>(things: readonly T[]): T => thingAt(things, Math.floor(uniform() * things.length));
  const weighted = <T>(things: readonly T[], weightOf: (thing: T) => number): T => {
    let left = uniform() * things.reduce((sum, thing) => sum + weightOf(thing), 0);
    const index = things.findIndex((thing) => (left -= weightOf(thing)) < 0);
    return thingAt(things, index === -1 ? 0 : index);
  };
  return {
    /** Returns a uniformly distributed number from `least` to `most`. */
    between,
    /** Returns a uniformly distributed whole number from `least` to `most`, both included. */
    wholeBetween: (least: number, most: number): number => Math.floor(between(least, most + 1)),
    /** Returns true with the given probability (0 to 1). */
    happens: (probability: number): boolean => uniform() < probability,
    /** Returns a random factor around 1, where `sigma` is the standard deviation of the factor's logarithm. */
    factor: (sigma: number): number => Math.exp(sigma * normal()),
    /** Returns one of `things`, each with the same probability. @throws Error if `things` is empty */
    oneOf,
    /** Returns one of `things`, each with the same probability; undefined if `things` is empty. */
    maybeOneOf: <T>(things: readonly T[]): T | undefined => (things.length > 0 ? oneOf(things) : undefined),
    /**
     * Returns one of `things`, each with a probability proportional to its weight.
     * @throws Error if `things` is empty
     */
    weighted,
    /** Returns one of the keys, each with a probability proportional to its value; "" if there are no keys. */
    keyOf: (weights: Readonly<Record<string, number>>): string =>
      weighted([...Object.entries(weights), ["", 0] as const], ([, weight]) => weight)[0],
  };
}

function thingAt<T>(things: readonly T[], index: number): T {
  const thing = things[index];
  if (thing === undefined)
    throw new Error("expected a list with at least one thing to choose, found an empty list");
  return thing;
}
