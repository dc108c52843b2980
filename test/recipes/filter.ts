import type { Recipe } from "./edits.ts";

/** The example of the recipe for a filter of products lets people filter graphics cards by boost clock. */
export const filterRecipe: Recipe = {
  heading: "A filter of products",
  edits: [
    {
      file: "src/kinds/gpu.ts",
      after: '    ranges: { price: "price_usd",',
      text: ' boost_clock_mhz: "boost_clock_mhz",',
    },
    {
      file: "test/products/kinds/kinds.test.ts",
      after: '  ["gpu", { max_tdp_w: 200 }],\n',
      text: '  ["gpu", { min_boost_clock_mhz: 2500 }],\n',
    },
  ],
};
