import {
  haveDifferentBenchmarks,
  headlineOfRun,
  settingsKeyOf,
  textOfSettings,
  type Comparison,
} from "../../compare/index.ts";
import type { ComponentChildren } from "preact";
import { formatFigure } from "../layout/figures.tsx";
import { Unknown } from "../lists/unknown.tsx";
import { CellOf } from "./thing-head.tsx";

type ComparedRun = Extract<Comparison["compared"][number], { run_id: string }>;

const runsOf = ({ compared }: Comparison): ComparedRun[] => compared.filter((thing) => "run_id" in thing);

/** Returns whether the compared runs measured different benchmarks or games, or a game with different settings. */
export const haveDifferentRows = (comparison: Comparison): boolean =>
  haveDifferentBenchmarks(comparison) || haveDifferentSettings(comparison);

const haveDifferentSettings = (comparison: Comparison): boolean =>
  new Set(runsOf(comparison).map(settingsKeyOf)).size > 1;

/**
 * Rows that say what each compared run measured: its benchmark or game and its settings. If runs have results that are
 * not compared, a further row has the result of each run.
 */
export function RunRows({ comparison }: { comparison: Comparison }) {
  const runs = runsOf(comparison);
  if (runs.length === 0) return null;
  return (
    <>
      <RunRow
        title="Benchmark"
        isDiffering={haveDifferentBenchmarks(comparison)}
        comparison={comparison}
        cellOf={(run) => <bdi>{headlineOfRun(run)}</bdi>}
      />
      {runs.some((run) => textOfSettings(run) !== null) && (
        <RunRow
          title="Settings"
          isDiffering={haveDifferentSettings(comparison)}
          comparison={comparison}
          cellOf={(run) => <SettingsOf run={run} />}
        />
      )}
      {comparison.only_in_one.total > 0 && (
        <RunRow title="Result" comparison={comparison} cellOf={(run) => <ResultOf run={run} />} />
      )}
    </>
  );
}

interface RunRowProps {
  title: string;
  isDiffering?: boolean;
  comparison: Comparison;
  cellOf: (run: ComparedRun) => ComponentChildren;
}

function RunRow({ title, isDiffering = false, comparison, cellOf }: RunRowProps) {
  return (
    <tr class={isDiffering ? "differs" : undefined}>
      <th scope="row">{title}</th>
      {runsOf(comparison).map((run) => (
        <td>
          <CellOf thing={run} comparison={comparison} />
          {cellOf(run)}
        </td>
      ))}
    </tr>
  );
}

function SettingsOf({ run }: { run: ComparedRun }) {
  const text = textOfSettings(run);
  return text === null ? <Unknown /> : <bdi>{text}</bdi>;
}

function ResultOf({ run: { score, benchmark } }: { run: ComparedRun }) {
  if (score === null) return <Unknown />;
  return (
    <>
      <span class="figure">{formatFigure(score, benchmark.unit)}</span>{" "}
      <span class="unit">{benchmark.unit}</span>
    </>
  );
}
