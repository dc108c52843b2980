import { benchmarkTypeRecipe } from "./benchmark-type.ts";
import type { Recipe } from "./edits.ts";
import { fileFormatRecipe } from "./file-format.ts";
import { filterRecipe } from "./filter.ts";
import { gameRecipe } from "./game.ts";
import { jobRecipe } from "./job.ts";
import { kindRecipe } from "./kind.ts";
import { routeRecipe } from "./route.ts";
import { runEndedRecipe } from "./run-ended.ts";
import { settingRecipe } from "./setting.ts";
import { sweepRecipe } from "./sweep.ts";

/** Every recipe of CONTRIBUTING.md with an example, in the order in which they are followed: those after the job work on what it makes. */
export const recipes: readonly Recipe[] = [
  benchmarkTypeRecipe,
  fileFormatRecipe,
  gameRecipe,
  kindRecipe,
  filterRecipe,
  jobRecipe,
  runEndedRecipe,
  sweepRecipe,
  routeRecipe,
  settingRecipe,
];
