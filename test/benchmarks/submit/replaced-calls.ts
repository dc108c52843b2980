import type { Overrides } from "../../../src/compose/overrides.ts";

/** A function that runs in place of the next call of a method, and may call the method through `call`. */
export type Instead = (call: () => unknown, args: readonly unknown[]) => unknown;

/**
 * Creates replacements of the objects that submissions use, and the map `instead`. In this map a test sets a function
 * that runs in place of the next call of a method. The key is the object and the method, such as `ledger.insert`. Each
 * function is used once.
 */
export function openReplacedCalls() {
  const instead = new Map<string, Instead>();

  /**
   * Returns an object with the same methods as `real`. A call of a method runs the replacement in `instead` if there is
   * one.
   */
  function watched<Watched extends object>(name: string, real: Watched): Watched {
    const wrap = ([method, value]: [string, unknown]) => {
      if (typeof value !== "function") return [method, value];
      const watchedMethod = (...args: unknown[]) => {
        const replacement = instead.get(`${name}.${method}`);
        instead.delete(`${name}.${method}`);
        const call = () => (value as (...given: unknown[]) => unknown)(...args);
        return replacement ? replacement(call, args) : call();
      };
      return [method, watchedMethod];
    };
    return Object.fromEntries(Object.entries(real).map(wrap)) as Watched;
  }

  const overrides: Overrides = {
    ledger: (real) => watched("ledger", real),
    usage: (real) => watched("usage", real),
    files: (real) => watched("files", real),
    queue: (real) => watched("queue", real),
    runsRepository: (real) => watched("runsRepository", real),
  };
  return { instead, overrides };
}
