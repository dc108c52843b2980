import { formatNumber } from "../../charts/scales.ts";
import { labelOfScore } from "../../compare/index.ts";
import { capitalised } from "../../kinds/words.ts";
import { cohortKinds, type RankingAnswer } from "../../standings/index.ts";
import { Tick, TICK_BUILDS_HINT, TickButtons, TickForm, TickHint } from "../compare/tick.tsx";
import { Day, formatFigure } from "../layout/figures.tsx";
import { hrefOfProduct, titleOfKind } from "../layout/kinds.ts";
import { Scroll } from "../layout/scroll.tsx";
import { WholeWords } from "../layout/whole-words.tsx";
import { OwnerLink } from "../lists/owner-link.tsx";
import { SettingsNote } from "../lists/settings-note.tsx";
import { Unknown } from "../lists/unknown.tsx";

import type { AskedRanking } from "./asked-ranking.ts";

interface RankingTableProps {
  ranking: RankingAnswer;
  /** The best score of the whole ranking, with which each page of the ranking compares its scores. */
  highest: number;
  /** The resolution and the preset to which the ranking is limited, and which the rows therefore do not repeat. */
  asked: Pick<AskedRanking, "resolution" | "preset">;
}

/**
 * Table of one page of a ranking: the position, the build with its hardware, the score and the day of each result. Each
 * build has a check box for the comparison.
 */
export function RankingTable({ ranking: { results, benchmark }, highest, asked }: RankingTableProps) {
  const hasLows = results.some(({ low_1_fps = null }) => low_1_fps !== null);
  return (
    <>
      <TickHint hint={TICK_BUILDS_HINT} />
      <Scroll label="Ranking">
        <table class="ranking">
          <thead>
            <tr>
              <th scope="col">
                <span class="visually-hidden">Compare</span>
              </th>
              <th scope="col" class="number">
                Rank
              </th>
              <th scope="col">Build</th>
              <th scope="col" class="number">
                {capitalised(labelOfScore(benchmark.unit, benchmark.id))}{" "}
                <span class="unit">{benchmark.unit}</span>
                <div class="note" aria-hidden="true">
                  behind the best
                </div>
              </th>
              {hasLows && (
                <th scope="col" class="number">
                  1 % low <span class="unit">fps</span>
                </th>
              )}
              <th scope="col">Day</th>
            </tr>
          </thead>
          <tbody>
            {results.map((result) => (
              <Place key={result.run_id} {...{ result, highest, asked, hasLows }} />
            ))}
          </tbody>
        </table>
      </Scroll>
      <TickForm />
      <TickButtons />
    </>
  );
}

type Result = RankingAnswer["results"][number];

/** The smallest shown distance of a score from the best score, in percent: a smaller one would read "−0.0 %". */
const MIN_BEHIND_PERCENT = 0.05;

interface PlaceProps extends Omit<RankingTableProps, "ranking"> {
  result: Result;
  /** Whether the table has a column for the 1 % lows of captures. */
  hasLows: boolean;
}

function Place({ result, highest, asked, hasLows }: PlaceProps) {
  const { rank, score, unit, run_id, build, created_at, low_1_fps: low = null } = result;
  const { resolution, preset } = result;
  const behindPercent = 100 * (1 - score / highest);
  const others = {
    resolution: asked.resolution === undefined ? resolution : undefined,
    preset: asked.preset === undefined ? preset : undefined,
  };
  return (
    <tr>
      <td class="tick-cell">
        <Tick kind="builds" id={String(build.build_id)} name={build.name} />
      </td>
      <td class="number rank">{formatNumber(rank, 0)}</td>
      <th scope="row" class="ranked">
        <a href={`/b/${build.build_id}`}>
          <bdi>{build.name}</bdi>
        </a>{" "}
        <span class="note ranked-owner">
          {build.owner && (
            <span>
              by <OwnerLink owner={build.owner} />
            </span>
          )}{" "}
          <span class="ranked-day">
            <Day at={created_at} />
          </span>
        </span>
        <Hardware build={build} />
        <SettingsNote settings={others} />
      </th>
      <td class="number measured">
        <a href={`/r/${encodeURIComponent(run_id)}`}>
          <span class="visually-hidden">Result of </span>
          <strong>{formatFigure(score, unit)}</strong>
          <span class="ranked-unit unit"> {unit}</span>
        </a>
        {behindPercent >= MIN_BEHIND_PERCENT && (
          <div class="note">
            −{formatNumber(behindPercent, 1)} %<span class="visually-hidden"> compared with the best</span>
          </div>
        )}
      </td>
      {hasLows && (
        <td class="number low">
          <span class="ranked-unit note">1 % low </span>
          {low === null ? <Unknown /> : formatFigure(low, "fps")}
        </td>
      )}
      <td class="date">
        <Day at={created_at} />
      </td>
    </tr>
  );
}

/** The processor and the graphics card of a build, as links. Renders nothing if both are unknown. */
function Hardware({ build: { parts } }: Pick<Result, "build">) {
  const known = cohortKinds.flatMap((kind) => parts[kind] ?? []);
  if (known.length === 0) return null;
  return (
    <div class="note ranked-parts">
      {known.map((part) => (
        <a key={part.kind} href={hrefOfProduct(part)}>
          <span class="visually-hidden">{titleOfKind(part.kind)} </span>
          <span class="ranked-make">{part.make} </span>
          <WholeWords name={part.model} />
        </a>
      ))}
    </div>
  );
}
