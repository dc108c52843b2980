import { mixedField } from "../medians/compared-category.ts";
import type { UpgradesPage } from "./upgrades.ts";

const HUNDREDTHS = 100;

/** The public representation of a page of upgrades. */
export type UpgradesAnswer = ReturnType<typeof presentUpgrades>;

/** Returns the public representation of a page of upgrades. Percents, scores and prices are rounded to hundredths. */
export function presentUpgrades({
  benchmark,
  comparedBy,
  isMixed,
  present,
  other,
  upgrades,
  total,
  fitUnknown,
}: UpgradesPage) {
  return {
    benchmark_id: comparedBy.benchmark_id,
    benchmark,
    variant: comparedBy.variant,
    ...mixedField(isMixed),
    present,
    results: upgrades.map(({ part, record, gain, measured, pricePerPercent, expectedScore }) => ({
      part: record,
      fits: true as const,
      expected_gain_percent: rounded(gain.percent),
      expected_gain_interval: {
        low_percent: rounded(gain.interval[0]),
        high_percent: rounded(gain.interval[1]),
      },
      expected_score: expectedScore === null ? null : rounded(expectedScore),
      median: measured.median,
      builds: measured.builds,
      measured_with: other,
      price: part.price,
      price_date: part.priceDate,
      price_per_percent: pricePerPercent === null ? null : rounded(pricePerPercent),
    })),
    total,
    fit_unknown: fitUnknown,
  };
}

const rounded = (value: number) => Math.round(value * HUNDREDTHS) / HUNDREDTHS;
