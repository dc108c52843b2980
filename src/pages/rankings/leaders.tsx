import type { RankingAnswer } from "../../standings/index.ts";
import { formatFigure } from "../layout/figures.tsx";
import { mainPartsOf } from "../lists/main-parts.ts";

type Result = RankingAnswer["results"][number];

interface LeadersProps {
  /** The best results of a ranking, the best first. */
  results: readonly Result[];
  unit: string;
}

/** Lists the best results of a ranking, the best first, without bars, because the bars would be almost equally long. */
export function Leaders({ results, unit }: LeadersProps) {
  return (
    <ol class="bar-list leaders">
      {results.map(({ rank, build, score }) => (
        <li key={build.build_id}>
          <span class="leader">
            <span class="leader-rank">{rank}</span>{" "}
            <a href={`/b/${build.build_id}`}>
              <bdi>{build.name}</bdi>
            </a>
          </span>
          <span class="note">{mainPartsOf(build)}</span>
          <span class="figure">
            {formatFigure(score, unit)} <span class="unit">{unit}</span>
          </span>
        </li>
      ))}
    </ol>
  );
}
