import { benchmarkTypeOf } from "../../benchmarks/index.ts";
import type { CohortKind, UpgradesAnswer } from "../../standings/index.ts";
import { signed } from "../compare/texts.ts";
import { formatFigure, formatPrice } from "../layout/figures.tsx";
import { hrefOfProduct, titleOfKind } from "../layout/kinds.ts";
import { Scroll } from "../layout/scroll.tsx";
import { Price } from "../lists/price.tsx";
import { Unknown } from "../lists/unknown.tsx";

/**
 * The upgrades of one part of a build: products with which builds have better results. `answer` is null while the data
 * is unavailable.
 */
export interface ShownUpgrades {
  kind: CohortKind;
  answer: TitledUpgrades | null;
}

/** Upgrades, with the name of the game or test for people; null for a benchmark without variants. */
type TitledUpgrades = UpgradesAnswer & { title: string | null };

/**
 * Lists parts that would make a build faster, by the results of builds with these parts. Renders nothing if no upgrade
 * is known.
 */
export function Upgrades({ upgrades }: { upgrades: readonly ShownUpgrades[] }) {
  const shown = upgrades.filter(({ answer }) => answer === null || answer.results.length > 0);
  if (shown.length === 0) return null;
  return (
    <section class="stack" aria-labelledby="upgrades-heading">
      <h2 id="upgrades-heading">What would make it faster</h2>
      {shown.map(({ kind, answer }) =>
        answer === null ? (
          <p class="note">
            {titleOfKind(kind)}: the upgrades cannot be shown for the moment. Please try again later.
          </p>
        ) : (
          <UpgradesTable kind={kind} answer={answer} />
        ),
      )}
    </section>
  );
}

function UpgradesTable({ kind, answer }: { kind: string; answer: TitledUpgrades }) {
  const { benchmark, present, results, total } = answer;
  const title = titleOfKind(kind);
  const { work } = benchmarkTypeOf(benchmark.id);
  const name = answer.title === null ? benchmark.name : `${benchmark.name} · ${answer.title}`;
  return (
    <>
      <Scroll label={`${title}: what would make it faster`}>
        <table class="upgrades">
          <caption>
            {title}, by {name}
            {work !== undefined && `, in ${work}`}
          </caption>
          <thead>
            <tr>
              <th scope="col">Instead of {nameOf(present.part)}</th>
              <th scope="col" class="number">
                Gain
              </th>
              <th scope="col" class="number">
                Expected here <span class="unit">{benchmark.unit}</span>
              </th>
              <th scope="col" class="number">
                Price
              </th>
              <th scope="col" class="number">
                Price for 1 %
              </th>
              <th scope="col" class="number">
                Builds
              </th>
            </tr>
          </thead>
          <tbody>
            {results.map((upgrade) => (
              <UpgradeRow unit={benchmark.unit} upgrade={upgrade} />
            ))}
          </tbody>
        </table>
      </Scroll>
      <p class="note">
        {total > results.length &&
          `The ${formatFigure(results.length)} largest gains of ${formatFigure(total)}. `}
        Only parts that fit and gain 3 % or more are listed, each chip or model with its cheapest product. A
        gain compares the median of the builds with the one part with that of the builds with the other, and
        lies between the two figures below it with a probability of 95 %.
        {work !== undefined &&
          ` ${benchmark.name} measures ${work}, such as rendering: a gain here says nothing about games.`}
      </p>
    </>
  );
}

interface UpgradeRowProps {
  unit: string;
  upgrade: UpgradesAnswer["results"][number];
}

function UpgradeRow({ unit, upgrade }: UpgradeRowProps) {
  const { part, builds, price_per_percent, expected_score } = upgrade;
  const { low_percent, high_percent } = upgrade.expected_gain_interval;
  return (
    <tr>
      <th scope="row">
        <a href={hrefOfProduct(part)}>
          {part.make} {part.model}
        </a>
      </th>
      <td class="number">
        <strong>{signed(upgrade.expected_gain_percent)} %</strong>
        <div class="note">
          {signed(low_percent)} to {signed(high_percent)}
        </div>
      </td>
      <td class="number">{expected_score === null ? <Unknown /> : formatFigure(expected_score, unit)}</td>
      <td class="number">
        <Price product={part} />
      </td>
      <td class="number">{price_per_percent === null ? <Unknown /> : formatPrice(price_per_percent)}</td>
      <td class="number">{formatFigure(builds)}</td>
    </tr>
  );
}

function nameOf(part: { make: string; model: string } | null): string {
  return part === null ? "the present part" : `${part.make} ${part.model}`;
}
