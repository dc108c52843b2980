import test from "ava";
import * as fc from "fast-check";
import { editsBetween, nearestNames } from "../../src/validation/nearest.ts";

/** Typed names, and the known names that are similar to them, the most similar first. */
const typed: [string, string[], string[]][] = [
  ["minCores", ["max_cores", "min_cores"], ["min_cores", "max_cores"]],
  ["min_core", ["min_score", "min_cores", "max_cores"], ["min_cores", "min_score"]],
  ["limits", ["page", "limit"], ["limit"]],
  ["cores", ["min_cores", "max_cores", "page"], ["min_cores", "max_cores"]],
  ["AM6", ["AM4", "LGA1700", "AM5"], ["AM4", "AM5"]],
  ["Nvidea", ["AMD", "NVIDIA", "Intel"], ["NVIDIA"]],
  ["colour", ["page", "limit"], []],
  ["", ["page"], []],
];

for (const [name, known, nearest] of typed)
  test(`of ${known.join(", ")}, the names similar to "${name}" are: ${nearest.join(", ") || "none"}`, (t) => {
    t.deepEqual(nearestNames(name, known, { limit: 2 }), nearest);
  });

/** Computes the edit distance of two texts by its definition, without the shortcuts of src. */
function distance(one: string, other: string): number {
  if (one === "" || other === "") return Math.max(one.length, other.length);
  const [a, b] = [one.at(-1), other.at(-1)];
  const [one1, other1] = [one.slice(0, -1), other.slice(0, -1)];
  const isExchanged = one.length > 1 && other.length > 1 && a === other.at(-2) && one.at(-2) === b;
  return Math.min(
    distance(one1, other) + 1,
    distance(one, other1) + 1,
    distance(one1, other1) + Number(a !== b),
    isExchanged ? distance(one.slice(0, -2), other.slice(0, -2)) + 1 : Infinity,
  );
}

test("the number of edits between two texts is the least number of added, missing, replaced and exchanged characters", (t) => {
  const text = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 5 });
  fc.assert(
    fc.property(text, text, fc.integer({ min: 0, max: 5 }), (one, other, most) => {
      const right = distance(one, other);
      const found = editsBetween(one, other, most);
      if (right <= most) t.is(found, right);
      else t.true(found > most);
    }),
  );
});
