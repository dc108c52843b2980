import type { TestFn } from "ava";

// Stands for ava in the bundle of the tests. ava begins to run as soon as a first test is declared, so a process that loads several test
// files, most of which wait for a service first, has to keep what they declare until all of them are loaded.

/** A call of ava's `test`: the names after it, such as `["serial"]` or `["after", "always"]`, and its arguments. */
export interface Declaration {
  names: readonly string[];
  args: readonly unknown[];
}

const declarations: Declaration[] = [];

/** Returns what was declared since the last call. */
export function takeDeclarations(): Declaration[] {
  return declarations.splice(0);
}

function createFunction(names: readonly string[]): object {
  const members = new Map<string, object>();
  return new Proxy((...args: unknown[]) => void declarations.push({ names, args }), {
    get: (_target, name) => {
      // What has a `then` would be waited for where an async function returns it.
      if (typeof name === "symbol" || name === "then") return undefined;
      const member = members.get(name) ?? createFunction([...names, name]);
      members.set(name, member);
      return member;
    },
  });
}

const test = createFunction([]) as TestFn;

// oxlint-disable-next-line import/no-default-export -- it stands for ava, whose export this is
export default test;
