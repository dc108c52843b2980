import test from "ava";
import { createTextCache } from "../../src/infra/text-cache.ts";

// A text of 49 UTF-16 code units under a key of one code unit takes 100 bytes in the cache.
const text = (letter: string) => letter.repeat(49);

test("a full cache of texts drops the least recently used text", (t) => {
  const cache = createTextCache(300);
  for (const key of ["a", "b", "c"]) cache.set(key, text(key));
  t.is(cache.get("a"), text("a"));
  cache.set("d", text("d"));
  t.deepEqual(
    ["a", "b", "c", "d"].map((key) => cache.get(key) !== undefined),
    [true, false, true, true],
  );
});

test("a text that is larger than a whole cache of texts is not cached and removes no other text", (t) => {
  const cache = createTextCache(300);
  cache.set("a", text("a"));
  cache.set("b", "b".repeat(150));
  t.is(cache.get("b"), undefined);
  t.is(cache.get("a"), text("a"));
});

test("in a cache of texts, a new text for a key frees the space of the key's old text", (t) => {
  const cache = createTextCache(200);
  cache.set("a", text("a"));
  for (let turn = 0; turn < 5; turn += 1) cache.set("b", text("b"));
  t.is(cache.get("a"), text("a"));
  t.is(cache.get("b"), text("b"));
});
