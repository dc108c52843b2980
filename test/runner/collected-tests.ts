import type { TestFn } from "ava";

// Replaces ava in the bundle of the tests. ava begins to run as soon as a first test is declared. A process that
// loads several test files, most of which first wait for a service, therefore collects the declarations until all
// files are loaded.

/** A call of ava's `test`: the names after it, such as `["serial"]` or `["after", "always"]`, and its arguments. */
export interface Declaration {
  names: readonly string[];
  args: readonly unknown[];
}

const declarations: Declaration[] = [];

/** Returns the tests and hooks that were declared since the last call of this function. */
export function takeDeclarations(): Declaration[] {
  return declarations.splice(0);
}

function createFunction(names: readonly string[]): object {
  const members = new Map<string, object>();
  return new Proxy((...args: unknown[]) => void declarations.push({ names, args }), {
    get: (_target, name) => {
      // The object that replaces ava has no property `then`. Otherwise an async function that returns this object would
      // wait for it as for a promise.
      if (typeof name === "symbol" || name === "then") return undefined;
      const member = members.get(name) ?? createFunction([...names, name]);
      members.set(name, member);
      return member;
    },
  });
}

const test = createFunction([]) as TestFn;

// oxlint-disable-next-line import/no-default-export -- this module replaces ava, which has a default export
export default test;
