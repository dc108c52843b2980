import type { Recipe } from "./edits.ts";

/** The example of the recipe for a benchmark type adds a benchmark whose scores users type in. */
export const benchmarkTypeRecipe: Recipe = {
  heading: "A benchmark type",
  edits: [
    {
      file: "src/benchmarks/model/benchmark-types.ts",
      after: "plausible: { min: 1, max: 200_000 } },\n",
      text: '  { id: 90, name: "Recipe Bench", ...points, plausible: { min: 1, max: 50_000 } },\n',
    },
    {
      file: "test/benchmarks/submit/submit-scores.test.ts",
      after: '      [3, "score", null],\n',
      text: '      [90, "score", null],\n',
    },
  ],
};
