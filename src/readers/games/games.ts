import {
  executableIn,
  isCompatibilityLayer,
  isOtherProcess,
  processKey,
} from "../capture/other-processes.ts";
import rows from "./games.json" with { type: "json" };
import { sharedNames, sharedTitles } from "./shared-names.ts";

/** A game of which a capture was made. */
export interface Game {
  /**
   * The id of the game, which is equal for all captures of the game: the first of its executables in games.json, in
   * lower case and without ".exe". Null if the name belongs to many games or to no game.
   */
  variant: string | null;
  /** The game's name for people: the title in games.json, else the name as it was written. */
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

/** Executables of games that are older than the game of the same title in games.json. */
const olderGames: ReadonlySet<string> = new Set(["doom.exe", "quake.exe", "thief.exe"]);

/**
 * Returns the game of an executable, with or without ".exe", in any case. The name may also be a title, because some
 * tools name the game by its title, and some games their executable.
 */
export function gameOfExecutable(name: string): Game {
  const key = processKey(name);
  return knownGame(name) ?? { variant: isOfOneGame(key) ? key : null, title: name };
}

/**
 * Returns the game that a person names. For a text that is no known title or executable, returns a game with the text
 * as its title; the variant of this game is null if the text names a program that is no game, or belongs to several
 * games.
 */
export function gameOfTitle(text: string): Game {
  const key = processKey(text);
  const isTitle = executableIn(text) === null && (sharedTitles.has(key) || isOfOneGame(key));
  return knownGame(text) ?? { variant: isTitle ? key : null, title: text };
}

/** Returns the game in games.json that has a name as its title or executable; undefined where there is none. */
function knownGame(name: string): Game | undefined {
  const key = processKey(name);
  return byExecutable.get(key) ?? (olderGames.has(name.toLowerCase()) ? undefined : byTitle.get(key));
}

// Matches the words that builds for a system or a graphics interface add to the name of an executable: "Game.x86_64".
const BUILD = /(?:[-_.](?:x86_64|x86|x64|win32|win64|wingdk|linux|mac|dx11|dx12|vulkan|shipping))+$/;

/**
 * Whether a key (a normalised name) belongs to one game only. Some names belong to several games, or to programs that
 * run beside games.
 */
function isOfOneGame(key: string): boolean {
  const isShared = sharedNames.has(key) || sharedNames.has(key.replace(BUILD, ""));
  return !isShared && !isOtherProcess(key) && !isCompatibilityLayer(key);
}

/**
 * Returns the name of a game for people: the title of a known game, else the name as it was written.
 * @param variant the game as runs store it: for a known game, its id
 * @param written the name of the game in one of its results; by default the text of `variant`
 */
export function titleOfVariant(variant: string, written = variant): string {
  return byExecutable.get(variant)?.title ?? written;
}
