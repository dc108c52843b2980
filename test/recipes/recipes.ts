import { benchmarkTypeRecipe } from "./benchmark-type.ts";
import type { Recipe } from "./edits.ts";
import { fileFormatRecipe } from "./file-format.ts";
import { filterRecipe } from "./filter.ts";
import { jobRecipe } from "./job.ts";
import { kindRecipe } from "./kind.ts";
import { routeRecipe } from "./route.ts";
import { runEndedRecipe } from "./run-ended.ts";
import { settingRecipe } from "./setting.ts";
import { sweepRecipe } from "./sweep.ts";

/**
 * An example for every recipe of CONTRIBUTING.md, in the order in which the test applies the examples. The examples
 * after `jobRecipe` change the code that `jobRecipe` adds.
 */
export const recipes: readonly Recipe[] = [
  benchmarkTypeRecipe,
  fileFormatRecipe,
  kindRecipe,
  filterRecipe,
  jobRecipe,
  runEndedRecipe,
  sweepRecipe,
  routeRecipe,
  settingRecipe,
];
