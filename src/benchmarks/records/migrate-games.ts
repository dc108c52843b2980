import type { Migration } from "../../infra/migrations.ts";
import { findBenchmarkType } from "../model/benchmark-types.ts";
import { gameOfRun } from "../model/game-of-run.ts";
import type { Run } from "../model/run.ts";
import { rankingDue } from "./ranking-queries.ts";

/**
 * The first words of warnings that older versions of the file readers have stored with runs. The service now computes
 * these warnings for each response.
 */
const STORED_BEFORE = [
  "The submission says ",
  "The file does not name the application: its figures stand alone",
  "The file does not name the application, so the service does not combine its figures",
] as const;

/**
 * The first words of the stored warning that the file of a run does not name the game. The service now computes this
 * warning for each response.
 */
const NAMED_ELSEWHERE = "The file does not name the application: the game is ";

/** The migration that gives all captures of a game the same variant, whatever the name of the executable. */
export const gamesMigration: Migration = {
  form: 6,
  name: "every capture of a game has the variant of the game",
  collection: "runs",
  fields: { benchmark_id: 1, variant: 1, metrics: 1, names_game: 1, game: 1, warnings: 1 },
  rewrite: (document) => {
    const run = document as Run;
    const isOfGame = findBenchmarkType(run.benchmark_id)?.is_of_games === true && run.metrics !== null;
    const variant = isOfGame ? (gameOfRun(run)?.variant ?? null) : run.variant;
    const warnings = run.warnings.filter(
      ({ detail }) => ![...STORED_BEFORE, NAMED_ELSEWHERE].some((beginning) => detail.startsWith(beginning)),
    );
    if (variant === run.variant && warnings.length === run.warnings.length) return null;
    const isNamedElsewhere = run.warnings.some(({ detail }) => detail.startsWith(NAMED_ELSEWHERE));
    return { $set: { variant, warnings, ...(isNamedElsewhere && { names_game: false }), ...rankingDue } };
  },
};
