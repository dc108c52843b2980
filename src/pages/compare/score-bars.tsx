import { formatFigure } from "../layout/figures.tsx";
import { ScoreBar } from "../lists/score.tsx";

interface ScoreBarsProps {
  /**
   * For each compared build or run: its name, its hardware if the name does not state it, and its score; null without a
   * ranked result.
   */
  bars: readonly { name: string; hardware: string | null; score: number | null }[];
  unit: string;
  isHigherBetter: boolean;
}

/** A bar chart of scores: for each name a bar that begins at 0, and the score as a number. All bars share one scale. */
export function ScoreBars({ bars, unit, isHigherBetter }: ScoreBarsProps) {
  const highest = Math.max(0, ...bars.map(({ score }) => score ?? 0));
  if (highest === 0) return null;
  return (
    <figure class="score-bars">
      <dl>
        {bars.map(({ name, hardware, score }) => (
          <div>
            <dt>
              <bdi>{name}</bdi>
              {hardware !== null && (
                <div class="note">
                  <bdi>{hardware}</bdi>
                </div>
              )}
            </dt>
            <dd>
              {score === null ? (
                <span class="soft">–</span>
              ) : (
                <>
                  <ScoreBar score={score} highest={highest} />
                  <span class="figure">{formatFigure(score, unit)}</span> <span class="unit">{unit}</span>
                </>
              )}
            </dd>
          </div>
        ))}
      </dl>
      <figcaption class="note">{isHigherBetter ? "Longer" : "Shorter"} bars are better.</figcaption>
    </figure>
  );
}
