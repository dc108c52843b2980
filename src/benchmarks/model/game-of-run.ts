import type { Fault } from "../../errors.ts";
import {
  gameOfExecutable,
  gameOfTitle,
  message,
  quoted,
  type FrameMetrics,
  type Game,
  type Message,
} from "../../readers/index.ts";
import { show } from "../../validation/faults.ts";
import { findBenchmarkType } from "./benchmark-types.ts";
import type { Run } from "./run.ts";

/** The fields of a run that determine its game. */
interface CapturedRun extends Pick<Run, "names_game"> {
  metrics: Run["metrics"] | Pick<FrameMetrics, "application">;
  game?: string | undefined;
}
type NamedRun = CapturedRun & Pick<Run, "benchmark_id" | "variant">;
type WarnedRun = NamedRun & { application?: string | undefined };

/** Whether the game of a run is unknown: such a run is comparable with no other run. */
export function isOfUnknownGame({ benchmark_id, variant }: Pick<Run, "benchmark_id" | "variant">): boolean {
  return variant === null && findBenchmarkType(benchmark_id)?.is_of_games === true;
}

/**
 * Returns the name by which the file of a run names its game, whatever the submitter typed. Returns null if the file
 * names no game, or uses a name that several games share.
 */
export function gameInFile({
  names_game = true,
  metrics,
}: Pick<CapturedRun, "metrics" | "names_game">): string | null {
  const application = applicationOf(metrics);
  if (!names_game || application === null) return null;
  return gameOfExecutable(application).variant === null ? null : application;
}

/**
 * Returns the game of a capture that was read. The name of a game in the content of the file comes first, then the game
 * that the submitter typed, and then the `application` that the submission or the name of the file states. Returns null
 * where none of the three is known.
 */
export function gameOfRun(run: CapturedRun): Game | null {
  if (run.game !== undefined && gameInFile(run) === null) return gameOfTitle(run.game);
  const application = applicationOf(run.metrics);
  return application === null ? null : gameOfExecutable(application);
}

/**
 * Returns the error for a submission that states a game although its file names a game itself.
 * @param what words for the file, as the subject of a sentence
 * @param application the name of the game or its program in the file
 */
export function typedGameFault(pointer: string, what: string, application: string): Fault {
  const { title } = gameOfExecutable(application);
  const known = title === application ? "" : ` (${title})`;
  return {
    pointer,
    detail: `Expected no game, because ${what} names its game: ${show(application)}${known}. A typed game is accepted only if the file names no game, or a name of several games. Leave game out.`,
  };
}

/**
 * Returns the name by which people know the variant of a run: the title of the game, or the name of the 3DMark test;
 * null if there is no such name.
 */
export function titleOfRun(run: NamedRun): string | null {
  const isOfGame = findBenchmarkType(run.benchmark_id)?.is_of_games === true;
  return isOfGame && run.metrics !== null ? (gameOfRun(run)?.title ?? null) : run.variant;
}

/**
 * Returns warnings about the game of a run. The warnings are computed for each answer and not stored, because the
 * submitter may name another game.
 */
export function gameWarnings(run: WarnedRun): Message[] {
  if (run.metrics === null) return [];
  const inFile = gameInFile(run);
  if (run.game !== undefined && inFile !== null)
    return [
      message`The game ${shown(run.game)} was typed, but the file names ${shown(inFile)}. The service uses the game that the file names.`,
    ];
  const application = applicationOf(run.metrics);
  if (!isOfUnknownGame(run)) {
    const isFromElsewhere = run.names_game === false && run.game === undefined && application !== null;
    return isFromElsewhere ? [sourceWarning(application, run.application === application)] : [];
  }
  const found =
    application === null
      ? message`Neither the file nor the submission names the game`
      : message`The application ${shown(application)} stands for many games or for no game`;
  return [
    message`${found}, so the service compares the result with no other result. Give the title of the game in the field "game" of the submission, or later on the page of the run.`,
  ];
}

/** Returns the warning that the submission or the file's name, not the content of the file, names the game. */
function sourceWarning(application: string, isStated: boolean): Message {
  const source = isStated ? message`as the submission says` : message`as the name of the file says`;
  return message`The file does not name the application: the game is ${shown(application)}, ${source}. To name another game, change the field "game" of the run.`;
}

function applicationOf(metrics: CapturedRun["metrics"]): string | null {
  const capture: Partial<FrameMetrics> | null = metrics;
  return capture?.application ?? null;
}

// The public form of a warning about a game may contain names of games and programs, because everybody sees the names
// in `game` and in `metrics.application` of the run.
function shown(name: string): Message {
  return quoted(name, quoted(name).detail);
}
