import { benchmarkTypeOf } from "../../benchmarks/index.ts";
import type { CohortKind, UpgradesAnswer } from "../../standings/index.ts";
import { CellName } from "../layout/cell-name.tsx";
import { formatFigure, formatPrice } from "../layout/figures.tsx";
import { hrefOfProduct } from "../layout/kinds.ts";
import { Price } from "../lists/price.tsx";
import { Unknown } from "../lists/unknown.tsx";

type Upgrade = UpgradesAnswer["results"][number];

interface UpgradeRowsProps extends Pick<UpgradesAnswer, "benchmark" | "present"> {
  kind: CohortKind;
  /** The name of the present part. */
  instead: string;
  caption: string;
  upgrades: readonly Upgrade[];
}

/**
 * A table of upgrades: gain, expected score, price and measured builds. If the build has no result in the benchmark of
 * the gains, the table has no column of expected scores.
 */
export function UpgradeRows({ kind, benchmark, present, instead, caption, upgrades }: UpgradeRowsProps) {
  return (
    <table class="upgrades two-lines">
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">Instead of {instead}</th>
          <th scope="col" class="number">
            Gain
            <div class="note">95 % interval</div>
          </th>
          {present.score !== null && (
            <th scope="col" class="number">
              Expected here <span class="unit">{benchmark.unit}</span>
            </th>
          )}
          <th scope="col" class="number">
            Price
          </th>
          <th scope="col" class="number">
            Price for 1&nbsp;%
          </th>
          <th scope="col" class="number">
            {builtWith[kind]}
          </th>
        </tr>
      </thead>
      <tbody>
        {upgrades.map((upgrade) => (
          <UpgradeRow {...{ kind, benchmark, present, upgrade }} />
        ))}
      </tbody>
    </table>
  );
}

/** The heading of the column with the number of measured builds, for each kind of part. */
const builtWith: Readonly<Record<CohortKind, string>> = { cpu: "Builds", gpu: "Builds with this chip" };

/** Matches models of processors with a larger cache, which helps most in games. */
const LARGE_CACHE = /X3D\b/;

/** Whether an upgrade may be slower in games than the present part, because only the present part has a larger cache. */
export const mayBeSlowerInGames = (
  upgrade: { model: string },
  present: UpgradesAnswer["present"]["part"],
): boolean => present?.kind === "cpu" && LARGE_CACHE.test(present.model) && !LARGE_CACHE.test(upgrade.model);

interface UpgradeRowProps extends Pick<UpgradeRowsProps, "kind" | "benchmark" | "present"> {
  upgrade: Upgrade;
}

function UpgradeRow({ kind, benchmark, present, upgrade }: UpgradeRowProps) {
  const { part, builds, price_per_percent } = upgrade;
  const { low_percent, high_percent } = upgrade.expected_gain_interval;
  return (
    <tr>
      <th scope="row">
        <a href={hrefOfProduct(part)}>
          {part.make} {part.model}
        </a>
        {!benchmarkTypeOf(benchmark.id).is_of_games && mayBeSlowerInGames(part, present.part) && (
          <div class="note">may be slower in games</div>
        )}
      </th>
      <td class="number first-line">
        <strong>+{formatFigure(upgrade.expected_gain_percent)} %</strong>
        <div class="note">
          +{formatFigure(low_percent)} to +{formatFigure(high_percent)} %
        </div>
      </td>
      {present.score !== null && <Expected {...{ benchmark, upgrade }} score={present.score} />}
      <td class="number">
        <CellName>Price</CellName>
        {price_per_percent === null ? <span class="soft">no current price</span> : <Price product={part} />}
      </td>
      <td class="number">
        <CellName>Price for 1 %</CellName>
        {price_per_percent === null ? <Unknown /> : formatPrice(price_per_percent)}
      </td>
      <td class="number">
        <CellName>{builtWith[kind]}</CellName>
        {formatFigure(builds)}
      </td>
    </tr>
  );
}

interface ExpectedProps extends Pick<UpgradeRowProps, "benchmark" | "upgrade"> {
  /** The build's own result. */
  score: number;
}

/** The score that the build is expected to reach with an upgrade, and why it is less than the gain promises. */
function Expected({ benchmark, upgrade, score }: ExpectedProps) {
  const { expected_score } = upgrade;
  return (
    <td class="number">
      <CellName>Expected here</CellName>
      {expected_score === null ? <Unknown /> : formatFigure(expected_score, benchmark.unit)}
      <span class="cell-name"> {benchmark.unit}</span>
      {isBounded(upgrade, { score, benchmark }) && <div class="note">9 in 10 builds do no better</div>}
    </td>
  );
}

/** The share of a score by which rounding in the answer of the service may lower an expected score. */
const ROUNDING = 0.001;

/**
 * Whether the expected score is less than the build's own score times the gain, because few builds with the part reach
 * a better score.
 */
function isBounded(
  { expected_score, expected_gain_percent }: Upgrade,
  { score, benchmark }: Omit<ExpectedProps, "upgrade">,
): boolean {
  if (expected_score === null) return true;
  const { higher_is_better } = benchmarkTypeOf(benchmark.id);
  const factor = higher_is_better ? expected_score / score : score / expected_score;
  return factor < (1 - ROUNDING) * (1 + expected_gain_percent / 100);
}
