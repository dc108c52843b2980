import { setImmediate as turn } from "node:timers/promises";
import test from "ava";
import { createExclusion } from "../../src/infra/exclusion.ts";

/**
 * Creates a lock for shared and exclusive work. Returns the lock, the names of the work that has begun (`begun`), a
 * function that starts work under a name (`take`), and one that ends this work (`end`).
 */
function startWork() {
  const exclusion = createExclusion();
  const begun: string[] = [];
  const end = new Map<string, () => void>();
  const take = (name: string, isAlone: boolean) =>
    exclusion.take(
      () =>
        new Promise<void>((resolve) => {
          begun.push(name);
          end.set(name, resolve);
        }),
      { isAlone },
    );
  return { exclusion, begun, take, end: (name: string) => end.get(name)?.() };
}

test("exclusive work waits until all running work has ended, and later work waits for the exclusive work", async (t) => {
  const { begun, take, end } = startWork();
  const all = [take("a", false), take("b", false), take("alone", true), take("c", false), take("d", false)];
  await turn();
  t.deepEqual(begun, ["a", "b"]);
  end("a");
  await turn();
  t.deepEqual(begun, ["a", "b"], "b is still under way");
  end("b");
  await turn();
  t.deepEqual(begun, ["a", "b", "alone"]);
  end("alone");
  await turn();
  t.deepEqual(begun, ["a", "b", "alone", "c", "d"]);
  end("c");
  end("d");
  await Promise.all(all);
});

test("pieces of exclusive work run one after another, and a piece that fails does not block the next piece", async (t) => {
  const { exclusion, begun, take, end } = startWork();
  const first = take("first", true);
  const failing = exclusion.take(() => Promise.reject(new Error("it failed")), { isAlone: true });
  const last = take("last", true);
  await turn();
  t.deepEqual(begun, ["first"]);
  end("first");
  await t.throwsAsync(failing, { message: "it failed" });
  await turn();
  t.deepEqual(begun, ["first", "last"]);
  end("last");
  await Promise.all([first, last]);
});
