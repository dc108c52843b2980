import { benchmarkTypeOf, gameSettingsOf, isOfUnknownGame, type RunViews } from "../../benchmarks/index.ts";
import type { Comparisons } from "../../compare/index.ts";
import { formatFigure } from "../layout/figures.tsx";
import { addressOf } from "../lists/addresses.ts";
import { headlineOf } from "../lists/headline.ts";
import { settingsText } from "../lists/settings-note.tsx";

/** Dependencies of `findChosenRun`. */
export interface ChosenRunDeps {
  comparisons: Pick<Comparisons, "findRuns">;
  runViews: Pick<RunViews, "listOf">;
}

/** The one chosen run. */
export type ChosenRun = Awaited<ReturnType<typeof findChosenRun>>;

/** Among how many of the newest runs of the build the page looks for runs of the same game and settings. */
const RUNS_LOOKED_AT = 100;

/**
 * Returns the name of the one chosen run, such as "Cyberpunk 2077, 93.4 fps, Quiet tower", its build, the address of the
 * ranking of its benchmark and game, and the other runs of the same benchmark, game and settings on this build, newest
 * first.
 * @throws InvalidInputError if the run does not exist or is not complete
 */
export async function findChosenRun({ comparisons, runViews }: ChosenRunDeps, runId: string) {
  const [run] = await comparisons.findRuns([runId]);
  if (!run) throw new Error(`expected the run ${runId}, found none`);
  const { build, benchmark, benchmark_id, variant, title, score } = run;
  const { is_of_games, unit } = benchmarkTypeOf(benchmark_id);
  const listed = await runViews.listOf(
    build.build_id,
    { page: 1, limit: RUNS_LOOKED_AT, benchmark_id },
    null,
  );
  const similar = listed.results.flatMap((other) => {
    const isSame =
      other.variant === variant &&
      !isOfUnknownGame(other) &&
      (!is_of_games || settingsText(gameSettingsOf(other)).toLowerCase() === settingsText(run).toLowerCase());
    if (other.run_id === runId || other.score === null || other.hidden || !isSame) return [];
    const { run_id, created_at, label } = other;
    return [{ run_id, score: other.score, unit, created_at, label }];
  });
  const figure = score === null ? [] : [`${formatFigure(score, unit)} ${unit}`];
  const name = [headlineOf({ benchmark_id, name: benchmark.name, title }), ...figure, build.name];
  const ranking = addressOf(`/rankings/${benchmark_id}`, variant === null ? [] : [["variant", variant]]);
  return { name: name.join(", "), build, similar, ranking };
}
