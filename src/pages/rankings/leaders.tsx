import type { ComponentChildren } from "preact";
import type { Rankings, RankingAnswer } from "../../standings/index.ts";
import { countText } from "../builds/words.ts";
import { formatFigure } from "../layout/figures.tsx";
import { mainPartsOf } from "../lists/main-parts.ts";
import { ScoreBar } from "../lists/score.tsx";

/** How the scores of a ranking are distributed. */
export type Distribution = Awaited<ReturnType<Rankings["distributionOf"]>>;

/** The number of first places that the overview and the picture of a ranking show. */
export const FIRST_PLACES = 3;

type Result = RankingAnswer["results"][number];

interface LeadersProps {
  /** The best results of the ranking, the best first. */
  results: readonly Result[];
  distribution: Distribution;
  unit: string;
}

/** A picture of the best results beside the median; nothing for a ranking of too few builds for a median. */
export function Leaders({ results, distribution: { builds, median }, unit }: LeadersProps) {
  const first = results.slice(0, FIRST_PLACES);
  const [best] = first;
  if (!best || median === null) return null;
  return (
    <section class="card leaders" aria-label="The best results beside the median">
      <LeaderBars results={first} unit={unit}>
        <li class="leader-median">
          <span>Median of {countText(builds, "build")}</span>
          <LeaderScore score={median} highest={best.score} unit={unit} />
        </li>
      </LeaderBars>
    </section>
  );
}

interface LeaderBarsProps {
  results: readonly Result[];
  unit: string;
  children?: ComponentChildren;
}

/** The best results as bars, the best first; and further bars. */
export function LeaderBars({ results, unit, children }: LeaderBarsProps) {
  const highest = results[0]?.score ?? 0;
  return (
    <ol class="bar-list">
      {results.map(({ rank, build, score }) => (
        <li key={build.build_id}>
          <span>
            <span class="leader-rank">{rank}</span>{" "}
            <a href={`/b/${build.build_id}`}>
              <bdi>{build.name}</bdi>
            </a>{" "}
            <span class="note">{mainPartsOf(build)}</span>
          </span>
          <LeaderScore score={score} highest={highest} unit={unit} />
        </li>
      ))}
      {children}
    </ol>
  );
}

function LeaderScore({ score, highest, unit }: { score: number; highest: number; unit: string }) {
  return (
    <>
      <span class="figure">
        {formatFigure(score, unit)} <span class="unit">{unit}</span>
      </span>
      <ScoreBar score={score} highest={highest} />
    </>
  );
}
