import { isolated } from "../../charts/isolated.ts";
import { benchmarkTypeOf } from "../../benchmarks/index.ts";
import type { BuildAnswer } from "../../builds/index.ts";
import type { CohortKind, UpgradesAnswer } from "../../standings/index.ts";
import { formatFigure } from "../layout/figures.tsx";
import { titleOfKind } from "../layout/kinds.ts";
import { Scroll } from "../layout/scroll.tsx";
import { headlineOf } from "../lists/headline.ts";
import { mayBeSlowerInGames, UpgradeRows } from "./upgrade-rows.tsx";

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
  const rows = { kind, benchmark, present, instead: nameOf(present.part) };
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
            {results.length < total &&
              ` (the first ${formatFigure(results.length)} of ${formatFigure(total)})`}
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

/** Says what the visitor cannot conclude from a list of upgrades: unchecked compatibility, and gains in other work. */
function LimitsNote({ kind, answer, parts }: UpgradesTableProps) {
  const { benchmark, present, results } = answer;
  const { work, is_of_games } = benchmarkTypeOf(benchmark.id);
  return (
    <p class="note">
      {checkedOf(kind, parts)}
      {unchecked[kind]}
      {work !== undefined &&
        ` ${benchmark.name} measures ${work}, such as rendering: a gain here says nothing about games.`}
      {kind === "gpu" &&
        !is_of_games &&
        " In games a card gains more or less than here, and no more than the processor allows."}
      {results.some(({ part }) => mayBeSlowerInGames(part, present.part)) &&
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
        measured slower than the present one in games, with the same resolution and preset. The expected score
        is this build’s own result times the gain, but no better than 9 in 10 builds with the part.
      </p>
    </details>
  );
}

function nameOf(part: { make: string; model: string } | null): string {
  return part === null ? "the present part" : `${part.make} ${part.model}`;
}
