import { isolated } from "../../charts/isolated.ts";
import { benchmarkTypeOf } from "../../benchmarks/index.ts";
import type { BuildAnswer } from "../../builds/index.ts";
import type { CohortKind, UpgradesAnswer } from "../../standings/index.ts";
import { CellName } from "../layout/cell-name.tsx";
import { formatFigure, formatPrice } from "../layout/figures.tsx";
import { hrefOfProduct, titleOfKind } from "../layout/kinds.ts";
import { Scroll } from "../layout/scroll.tsx";
import { headlineOf } from "../lists/headline.ts";
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

/** Upgrades, with the displayed name of the game or test; null for a benchmark without variants. */
type TitledUpgrades = UpgradesAnswer & { title: string | null };

interface UpgradesProps {
  upgrades: readonly ShownUpgrades[];
  /** The parts of the build, by their kinds. */
  parts: BuildAnswer["build"]["parts"];
}

/**
 * Lists parts that would make a build faster, by the results of builds with these parts, or says why no part is listed.
 * Renders nothing for a build that names neither a processor nor a graphics card.
 */
export function Upgrades({ upgrades, parts }: UpgradesProps) {
  if (upgrades.length === 0) return null;
  return (
    <section class="stack" aria-labelledby="upgrades-heading">
      <h2 id="upgrades-heading">What would make it faster</h2>
      {upgrades.map(({ kind, answer }) =>
        answer === null ? (
          <p class="note">
            {titleOfKind(kind)}: the upgrades cannot be shown for the moment. Please try again later.
          </p>
        ) : answer.results.length === 0 ? (
          <p class="note">
            {titleOfKind(kind)}: {whyNone(answer)}
          </p>
        ) : (
          <UpgradesTable kind={kind} answer={answer} parts={parts} />
        ),
      )}
      <HowReckoned upgrades={upgrades} />
    </section>
  );
}

/** Says why no upgrade of a part is listed. */
function whyNone(answer: TitledUpgrades): string {
  const { part, median } = answer.present;
  const benchmark = shortNameOf(answer);
  return median === null
    ? `too few builds with ${nameOf(part)} have a result in ${benchmark} to tell what would be faster.`
    : `no measured part that fits is certainly faster than ${nameOf(part)}, and by 3 % or more, in ${benchmark}.`;
}

/** The number of upgrades of a part that the page shows without a click. Further upgrades are folded below them. */
const FIRST_SHOWN = 5;

interface UpgradesTableProps extends Pick<UpgradesProps, "parts"> {
  kind: CohortKind;
  answer: TitledUpgrades;
}

function UpgradesTable({ kind, answer, parts }: UpgradesTableProps) {
  const { benchmark, present, results, total } = answer;
  const { work } = benchmarkTypeOf(benchmark.id);
  const label = `${titleOfKind(kind)} upgrades${work === undefined ? "" : ` for ${work}, not for games`}`;
  const rows = { kind, unit: benchmark.unit, instead: nameOf(present.part) };
  const others = results.slice(FIRST_SHOWN);
  const further = `Further ${titleOfKind(kind).toLowerCase()} upgrades`;
  return (
    <>
      <h3>{label}</h3>
      <Scroll label={label}>
        <UpgradeRows {...rows} caption={captionOf(kind, answer)} upgrades={results.slice(0, FIRST_SHOWN)} />
      </Scroll>
      {others.length > 0 && (
        <details>
          <summary>
            Show {formatFigure(others.length)} more
            {results.length < total && ` of ${formatFigure(total)} upgrades`}
          </summary>
          <Scroll label={further}>
            <UpgradeRows {...rows} caption={`${further}, sorted as those above`} upgrades={others} />
          </Scroll>
        </details>
      )}
      <LimitsNote kind={kind} answer={answer} parts={parts} />
    </>
  );
}

interface UpgradeRowsProps {
  kind: CohortKind;
  unit: string;
  /** The name of the present part. */
  instead: string;
  caption: string;
  upgrades: TitledUpgrades["results"];
}

function UpgradeRows({ kind, unit, instead, caption, upgrades }: UpgradeRowsProps) {
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
          <th scope="col" class="number">
            Expected here <span class="unit">{unit}</span>
          </th>
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
          <UpgradeRow kind={kind} unit={unit} upgrade={upgrade} />
        ))}
      </tbody>
    </table>
  );
}

/** The heading of the column with the number of measured builds, for each kind of part. */
const builtWith: Readonly<Record<CohortKind, string>> = { cpu: "Builds", gpu: "Builds with this chip" };

/** Says by which facts of a build the list was limited to parts that fit, such as the socket of the motherboard. */
function checkedOf(kind: CohortKind, parts: UpgradesProps["parts"]): string {
  if (kind === "gpu") return "";
  if (parts.motherboard)
    return "Only processors for the socket and the type of memory of this build’s motherboard are listed. ";
  const ofMemory = parts.ram ? "Only processors for this build’s type of memory are listed. " : "";
  return `${ofMemory}The build names no motherboard, so the socket is not checked. `;
}

/** What the compatibility rules do not check, so that the visitor has to check it, for each kind of part. */
const unchecked: Readonly<Record<CohortKind, string>> = {
  cpu: "Not checked: whether the cooler and the power supply suffice, and whether the BIOS of the board knows the processor.",
  gpu: "Not checked: whether the power supply and its connectors suffice, and whether the card is short enough for the case.",
};

/** Names the kind of work in which the listed parts are faster, the benchmark of the results, and the sort order. */
function captionOf(kind: CohortKind, answer: TitledUpgrades): string {
  const { work, is_of_games } = benchmarkTypeOf(answer.benchmark.id);
  const name = isolated(shortNameOf(answer));
  const about = is_of_games ? `By ${name}` : `By ${name}; games differ`;
  // Parts without a current price follow the parts with one, the largest gain first.
  const hasPrices = answer.results.some(({ price_per_percent }) => price_per_percent !== null);
  const sorted = hasPrices
    ? "The lowest price for 1\u00a0% of gain comes first."
    : "The largest gain comes first.";
  const ofCards =
    kind === "gpu"
      ? ` The figures are those of all cards with the same chip${hasPrices ? "; the card named is the cheapest with this chip" : ""}.`
      : "";
  return `${work === undefined ? about : `For ${work}, such as rendering, by ${name}`}. ${sorted}${ofCards}`;
}

const shortNameOf = ({ benchmark, title }: TitledUpgrades): string =>
  headlineOf({ benchmark_id: benchmark.id, name: benchmark.name, title });

/** Matches models of processors with a larger cache, which helps most in games. */
const LARGE_CACHE = /X3D\b/;

/** Says what the visitor cannot conclude from a list of upgrades: unchecked compatibility, and gains in other work. */
function LimitsNote({ kind, answer, parts }: UpgradesTableProps) {
  const { benchmark, present, results } = answer;
  const { work, is_of_games } = benchmarkTypeOf(benchmark.id);
  const hasLargeCache = LARGE_CACHE.test(present.part?.model ?? "");
  return (
    <p class="note">
      {checkedOf(kind, parts)}
      {unchecked[kind]}
      {work !== undefined &&
        ` ${benchmark.name} measures ${work}, such as rendering: a gain here says nothing about games.`}
      {kind === "gpu" &&
        !is_of_games &&
        " In games a card gains more or less than here, and no more than the processor allows."}
      {kind === "cpu" &&
        hasLargeCache &&
        results.some(({ part }) => !LARGE_CACHE.test(part.model)) &&
        " In games the present processor, which has a larger cache (X3D), may be faster than processors without it."}
    </p>
  );
}

/** A folded note that says which parts the lists of upgrades contain, and how their gains are computed. */
function HowReckoned({ upgrades }: { upgrades: readonly ShownUpgrades[] }) {
  if (!upgrades.some(({ answer }) => answer !== null && answer.results.length > 0)) return null;
  return (
    <details class="note">
      <summary>How the gains are computed</summary>
      <p>
        A gain compares the median of the builds with the one part with that of the builds with the other, in
        one benchmark alone; the two figures below it are the bounds of its 95 % confidence interval. Listed
        are parts that fit, gain 3 % or more, and whose whole interval lies above 0, each chip or model with
        its cheapest product, the lowest price for 1 % of gain first. The last column counts the builds with a
        result in that benchmark. Parts with too few results to tell are left out, and so are cards that are
        measured slower than the present one in games, with the same resolution and preset.
      </p>
    </details>
  );
}

interface UpgradeRowProps {
  kind: CohortKind;
  unit: string;
  upgrade: UpgradesAnswer["results"][number];
}

function UpgradeRow({ kind, unit, upgrade }: UpgradeRowProps) {
  const { part, builds, price_per_percent, expected_score } = upgrade;
  const { low_percent, high_percent } = upgrade.expected_gain_interval;
  return (
    <tr>
      <th scope="row">
        <a href={hrefOfProduct(part)}>
          {part.make} {part.model}
        </a>
      </th>
      <td class="number first-line">
        <strong>+{formatFigure(upgrade.expected_gain_percent)} %</strong>
        <div class="note">
          +{formatFigure(low_percent)} to +{formatFigure(high_percent)} %
        </div>
      </td>
      <td class="number">
        <CellName>Expected here</CellName>
        {expected_score === null ? <Unknown /> : formatFigure(expected_score, unit)}
        <span class="cell-name"> {unit}</span>
      </td>
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

function nameOf(part: { make: string; model: string } | null): string {
  return part === null ? "the present part" : `${part.make} ${part.model}`;
}
