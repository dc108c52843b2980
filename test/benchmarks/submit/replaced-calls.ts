import type { Overrides } from "../../../src/compose/overrides.ts";

/** A function that runs in place of the next call of a method, and may call the method through `call`. */
export type Instead = (call: () => unknown, args: readonly unknown[]) => unknown;

/**
 * Creates overrides of the ports that submissions use. A test replaces the next call of a method through the map
 * `instead`, whose keys are port and method, such as `ledger.insert`. A replacement is used for one call.
 */
export function openReplacedCalls() {
  const instead = new Map<string, Instead>();

  /** Returns a port whose methods use the replacement in `instead`, if there is one. */
  function watched<Port extends object>(name: string, port: Port): Port {
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
    return Object.fromEntries(Object.entries(port).map(wrap)) as Port;
  }

  const overrides: Overrides = {
    ledger: (port) => watched("ledger", port),
    usage: (port) => watched("usage", port),
    files: (port) => watched("files", port),
    queue: (port) => watched("queue", port),
    runsRepository: (port) => watched("runs", port),
  };
  return { instead, overrides };
}
