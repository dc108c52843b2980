import {
  isSameThing,
  labelOfBenchmark,
  labelOfFigure,
  labelOfScore,
  shownMetrics,
  verdictOf,
  type ComparedBenchmark,
  type ComparedFigure,
  type ComparedThing,
  type Comparison,
  type FigureValue,
} from "../../compare/index.ts";
import { formatDeviation, formatFigure } from "../layout/figures.tsx";
import { Scroll } from "../layout/scroll.tsx";
import { meaningOf } from "../runs/figure-texts.ts";
import { CellOf, ThingHead } from "./thing-head.tsx";
import { intervalOf, isGood, signed } from "./texts.ts";

/**
 * Table of one benchmark of a comparison: a row for the score and for each metric, a column for each build or run that
 * has at least one of these values.
 */
export function ComparisonTable({ benchmark, comparison, id }: ComparisonTableProps) {
  const figures = [benchmark.score, ...shownMetrics(benchmark, comparison)];
  const things = comparison.compared.filter((thing) =>
    figures.some(({ values }) => values.some((value) => isSameThing(value, thing))),
  );
  return (
    <Scroll label={`Figures of ${labelOfBenchmark(benchmark)}`}>
      <table class="comparison" id={id}>
        <thead>
          <tr>
            <th scope="col">Figure</th>
            {things.map((thing) => (
              <th scope="col" class="number">
                <ThingHead thing={thing} comparison={comparison} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {figures.map((figure) => (
            <FigureRow
              benchmarkId={benchmark.benchmark_id}
              figure={figure}
              things={things}
              comparison={comparison}
            />
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

interface ComparisonTableProps {
  benchmark: ComparedBenchmark;
  comparison: Comparison;
  id: string;
}

interface FigureRowProps {
  benchmarkId: number;
  figure: ComparedFigure;
  things: readonly ComparedThing[];
  comparison: Comparison;
}

function FigureRow({ benchmarkId, figure, things, comparison }: FigureRowProps) {
  const { unit, values, higher_is_better } = figure;
  const isMain = figure.figure === "score";
  const meaning = isMain ? `${higher_is_better ? "Higher" : "Lower"} is better.` : meaningOf(figure.figure);
  return (
    <tr class={isMain ? "main-figure" : undefined}>
      <th scope="row">
        {isMain ? labelOfScore(unit, benchmarkId) : labelOfFigure(figure.figure)}{" "}
        <span class="unit">{unit}</span>
        {meaning !== undefined && <p class="note">{meaning}</p>}
      </th>
      {things.map((thing) => (
        <td class="number">
          <CellOf thing={thing} comparison={comparison} />
          <FigureCell
            value={values.find((value) => isSameThing(value, thing))}
            figure={figure}
            thing={thing}
          />
        </td>
      ))}
    </tr>
  );
}

/** The score or a metric of one build or run, and its difference from the baseline's. */
function FigureCell({ value, figure, thing }: FigureCellProps) {
  if (value === undefined) return <span class="soft">–</span>;
  const { mean, stdev, runs, best, unranked_runs = 0 } = value;
  const { unit } = figure;
  const isMain = figure.figure === "score";
  return (
    <>
      {mean === null ? (
        <span class="soft">–</span>
      ) : (
        <span class={isMain ? "figure figure-large" : "figure"}>{formatFigure(mean, unit)}</span>
      )}
      {isMain && mean !== null && !("run_id" in thing) && (
        <p class="note">
          {runs > 1 ? `mean of ${runs} runs` : "single run"}
          {stdev !== null && ` ±\u00A0${formatDeviation(stdev, unit)}`}
          {runs > 1 && `, best ${formatFigure(best ?? mean, unit)}`}
        </p>
      )}
      {unranked_runs > 0 && <p class="note">{formatFigure(unranked_runs)} not ranked, left out</p>}
      <DifferenceText value={value} figure={figure} />
    </>
  );
}

interface FigureCellProps {
  value: FigureValue | undefined;
  figure: ComparedFigure;
  thing: ComparedThing;
}

function DifferenceText({ value, figure }: { value: FigureValue; figure: ComparedFigure }) {
  const { difference } = value;
  if (!difference) return null;
  const { percent } = difference;
  const verdict = verdictOf(value, figure);
  const interval = verdict === "too few runs to tell" ? null : intervalOf(difference);
  return (
    <p class="difference">
      {signed(percent)} % {verdict !== null && <Verdict verdict={verdict} />}
      {interval !== null && <span class="note">95 %: {interval}</span>}
    </p>
  );
}

/** A verdict: a badge for a real difference, words for too few runs, or the sign ≈ for no real difference. */
function Verdict({ verdict }: { verdict: NonNullable<NonNullable<FigureValue["difference"]>["verdict"]> }) {
  const good = isGood(verdict);
  if (good !== null) return <span class={`badge ${good ? "badge-good" : "badge-bad"}`}>{verdict}</span>;
  if (verdict === "too few runs to tell") return <span class="note">too few runs</span>;
  return (
    <>
      <span class="soft" aria-hidden="true">
        ≈
      </span>
      <span class="visually-hidden">{verdict}</span>
    </>
  );
}
