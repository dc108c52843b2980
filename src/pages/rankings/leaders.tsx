import type { RankingAnswer } from "../../standings/index.ts";
import { formatFigure } from "../layout/figures.tsx";
import { mainPartsOf } from "../lists/main-parts.ts";
import { ScoreBar } from "../lists/score.tsx";

type Result = RankingAnswer["results"][number];

interface LeaderBarsProps {
  /** The best results of a ranking, the best first. */
  results: readonly Result[];
  unit: string;
}

/** The best results of a ranking as bars, the best first. */
export function LeaderBars({ results, unit }: LeaderBarsProps) {
  const highest = results[0]?.score ?? 0;
  return (
    <ol class="bar-list leaders">
      {results.map(({ rank, build, score }) => (
        <li key={build.build_id}>
          <span>
            <span class="leader-rank">{rank}</span>{" "}
            <a href={`/b/${build.build_id}`}>
              <bdi>{build.name}</bdi>
            </a>
          </span>
          {mainPartsOf(build) !== "" && <span class="note leader-parts">{mainPartsOf(build)}</span>}
          <ScoreBar score={score} highest={highest} />
          <span class="figure">
            {formatFigure(score, unit)} <span class="unit">{unit}</span>
          </span>
        </li>
      ))}
    </ol>
  );
}
