import { isCompatibilityLayer, isOtherProcess, processKey } from "../capture/other-processes.ts";
import rows from "./games.json" with { type: "json" };
import { sharedNames } from "./shared-names.ts";

/** A game that was captured. */
export interface Game {
  /**
   * The id of the game, which is equal for all captures of the game: the first of its executables in games.json, in
   * lower case and without ".exe". Null if the name belongs to many games or to no game.
   */
  variant: string | null;
  /** The name for people: the title in games.json, else the name as it was written. */
  title: string;
}

const games = rows.map(([title = "", ...executables]) => ({
  executables,
  game: { variant: processKey(executables[0] ?? title), title },
}));
const byTitle: ReadonlyMap<string, Game> = new Map(games.map(({ game }) => [game.title.toLowerCase(), game]));
const byExecutable: ReadonlyMap<string, Game> = new Map(
  games.flatMap(({ executables, game }) => executables.map((name) => [processKey(name), game])),
);

/**
 * Returns the game of an executable, with or without ".exe", in any case. Without ".exe" the name may also be a title,
 * because some tools name the game by its title.
 */
export function gameOfExecutable(name: string): Game {
  const key = processKey(name);
  const known = byExecutable.get(key) ?? byTitle.get(name.toLowerCase());
  const isOfOneGame = !sharedNames.has(key) && !isOtherProcess(key) && !isCompatibilityLayer(key);
  return known ?? { variant: isOfOneGame ? key : null, title: name };
}

/** Returns the game that a person names. A text that is no known title or executable is the title of another game. */
export function gameOfTitle(text: string): Game {
  const key = processKey(text);
  return byTitle.get(text.toLowerCase()) ?? byExecutable.get(key) ?? { variant: key, title: text };
}

/** Returns the name of a variant for people: the title of a known game, else the text of the variant. */
export function titleOfVariant(variant: string): string {
  return byExecutable.get(variant)?.title ?? variant;
}
