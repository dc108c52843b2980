import type { Recipe } from "./edits.ts";

/** The example of the recipe for a game adds an invented game to the table of games. */
export const gameRecipe: Recipe = {
  heading: "A game",
  edits: [
    {
      file: "src/readers/games/games.json",
      after: '  ["Cyberpunk 2077", "Cyberpunk2077"],\n',
      text: '  ["Recipe Quest", "RecipeQuest-Win64-Shipping", "recipequest"],\n',
    },
  ],
};
