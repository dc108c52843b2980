interface ScoreBarProps {
  score: number;
  /** The highest score of the list of bars. The bar of this score has the full width. */
  highest: number;
}

/**
 * A score as a bar, relative to the highest score of a list. A tooltip states the length of the bar in percent. Screen
 * readers skip the bar, because the score stands beside it as a number.
 */
export function ScoreBar({ score, highest }: ScoreBarProps) {
  const share = highest > 0 ? (100 * score) / highest : 0;
  return (
    <svg class="bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
      <title>{`${Math.round(share)} % of the highest`}</title>
      <rect class="bar-ground" width="100" height="4" />
      <rect class="bar-value" width={share.toFixed(1)} height="4" />
    </svg>
  );
}
