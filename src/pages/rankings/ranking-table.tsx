import type { PartSummary } from "../../answers/part-summary.ts";
import { formatNumber } from "../../charts/scales.ts";
import { cohortKinds, type RankingAnswer } from "../../standings/index.ts";
import { Day } from "../layout/figures.tsx";
import { hrefOfProduct, titleOfKind } from "../layout/kinds.ts";
import { Scroll } from "../layout/scroll.tsx";
import { formatScore, ScoreBar } from "../lists/score.tsx";
import { SettingsNote } from "../lists/settings-note.tsx";
import { Unknown } from "../lists/unknown.tsx";

/** Table of one page of a ranking: the position, the result and the parts of each build. */
export function RankingTable({ ranking: { results, benchmark } }: { ranking: RankingAnswer }) {
  const highest = Math.max(...results.map(({ score }) => score));
  return (
    <Scroll label="Ranking">
      <table class="ranking">
        <thead>
          <tr>
            <th scope="col" class="number">
              Rank
            </th>
            <th scope="col" class="number">
              Score <span class="unit">{benchmark.unit}</span>
            </th>
            <th scope="col">Build</th>
            {cohortKinds.map((kind) => (
              <th key={kind} scope="col">
                {titleOfKind(kind)}
              </th>
            ))}
            <th scope="col">Result</th>
          </tr>
        </thead>
        <tbody>
          {results.map((result) => (
            <Place key={result.run_id} result={result} highest={highest} />
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

function Place({ result, highest }: { result: RankingAnswer["results"][number]; highest: number }) {
  const { rank, score, run_id, build, created_at } = result;
  return (
    <tr>
      <td class="number rank">{formatNumber(rank, 0)}</td>
      <td class="number measured">
        <strong>{formatScore(score)}</strong>
        <ScoreBar score={score} highest={highest} />
      </td>
      <th scope="row">
        <a href={`/b/${build.build_id}`}>{build.name}</a>
        {build.owner ? <div class="note">by {build.owner.name}</div> : null}
        <SettingsNote settings={result} />
      </th>
      {cohortKinds.map((kind) => (
        <td key={kind}>
          <Part part={build.parts[kind]} />
        </td>
      ))}
      <td>
        <a href={`/r/${encodeURIComponent(run_id)}`}>
          <span class="visually-hidden">Result of </span>
          <Day at={created_at} />
        </a>
      </td>
    </tr>
  );
}

function Part({ part }: { part: PartSummary | undefined }) {
  if (!part) return <Unknown />;
  return (
    <a href={hrefOfProduct(part)}>
      <span class="make">{part.make}</span> {part.model}
    </a>
  );
}
