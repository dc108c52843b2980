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
  /** The settings with which builds were measured in the game of the upgrades; empty or undefined if they differ. */
  settings?: string;
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
      {upgrades.map(({ kind, answer, settings = "" }) =>
        answer === null ? (
          <p class="note">
            {titleOfKind(kind)}: the upgrades cannot be shown for the moment. Please try again later.
          </p>
        ) : answer.results.length === 0 ? (
          <p class="note">
            {titleOfKind(kind)}
            {benchmarkTypeOf(answer.benchmark.id).is_of_games && purposeOf(answer)}: {whyNone(answer, parts)}
          </p>
        ) : (
          <UpgradesTable kind={kind} answer={answer} parts={parts} settings={settings} />
        ),
      )}
      <HowReckoned upgrades={upgrades} />
    </section>
  );
}

/** Says why no upgrade of a part is listed. */
function whyNone(answer: TitledUpgrades, parts: UpgradesProps["parts"]): string {
  const { part, median } = answer.present;
  const benchmark = isolated(shortNameOf(answer));
  const other = part === null ? null : otherPartOf(answer, part.kind, parts);
  const present = other === null ? nameOf(part) : `${nameOf(part)} and the chip of the ${nameOf(other)}`;
  return median === null
    ? `too few builds with ${present} have a result in ${benchmark} to tell what would be faster.`
    : `no measured part that fits is certainly faster than ${present}, and by 3 % or more, in ${benchmark}.`;
}

/** Returns the part of a build that all compared builds have, too; null unless the upgrades are those for a game. */
function otherPartOf({ benchmark }: TitledUpgrades, kind: string, { cpu, gpu }: UpgradesProps["parts"]) {
  if (!benchmarkTypeOf(benchmark.id).is_of_games) return null;
  return (kind === "cpu" ? gpu : cpu) ?? null;
}

/** The number of upgrades of a part that the page shows without a click. Further upgrades are folded below them. */
const FIRST_SHOWN = 5;

interface UpgradesTableProps extends Pick<UpgradesProps, "parts"> {
  kind: CohortKind;
  answer: TitledUpgrades;
  /** The settings with which builds were measured in the game; empty if they differ. */
  settings: string;
}

function UpgradesTable({ kind, answer, parts, settings }: UpgradesTableProps) {
  const { benchmark, present, results, total } = answer;
  const label = `${titleOfKind(kind)} upgrades${purposeOf(answer)}`;
  const rows = { kind, benchmark, present, instead: nameOf(present.part) };
  const others = results.slice(FIRST_SHOWN);
  const further = `Further ${titleOfKind(kind).toLowerCase()} upgrades`;
  return (
    <>
      <h3>{label}</h3>
      <Scroll label={label}>
        <UpgradeRows
          {...rows}
          caption={captionOf({ kind, answer, parts, settings })}
          upgrades={results.slice(0, FIRST_SHOWN)}
        />
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

/** Says for which work listed parts are faster: " for Counter-Strike 2", or nothing for a graphics test. */
function purposeOf(answer: TitledUpgrades): string {
  const { work, is_of_games } = benchmarkTypeOf(answer.benchmark.id);
  if (is_of_games) return ` for ${isolated(shortNameOf(answer))}`;
  return work === undefined ? "" : ` for ${work}, not for games`;
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
function captionOf({ kind, answer, parts, settings }: UpgradesTableProps): string {
  const { work, is_of_games } = benchmarkTypeOf(answer.benchmark.id);
  const name = isolated(shortNameOf(answer));
  const other = otherPartOf(answer, kind, parts);
  const about = is_of_games
    ? `By ${name}${settings === "" ? "" : ` at ${isolated(settings)}`}, in builds with the same ${kind === "cpu" ? `graphics chip as the ${nameOf(other)}` : "processor"}`
    : `By ${name}; games differ`;
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
function LimitsNote({ kind, answer, parts }: Omit<UpgradesTableProps, "settings">) {
  const { benchmark, present, results } = answer;
  const { work, is_of_games } = benchmarkTypeOf(benchmark.id);
  return (
    <p class="note">
      {checkedOf(kind, parts)}
      {unchecked[kind]}
      {is_of_games && " Other games and settings gain more or less; with a higher resolution usually less."}
      {work !== undefined &&
        ` ${benchmark.name} measures ${work}, such as rendering: a gain here says nothing about games.`}
      {kind === "gpu" &&
        !is_of_games &&
        " In games a card gains more or less than here, and no more than the processor allows."}
      {!is_of_games &&
        results.some(({ part }) => mayBeSlowerInGames(part, present.part)) &&
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
        one benchmark alone; for a game, of builds that also have the same other part, processor or graphics
        chip. The two figures below it are the bounds of its 95 % confidence interval. Listed are parts that
        fit, gain 3 % or more, and whose whole interval lies above 0, each chip or model with its cheapest
        product, the lowest price for 1 % of gain first. The last column counts the builds with a result in
        that benchmark. Parts with too few results to tell are left out, and so are cards that are measured
        slower than the present one in games, with the same resolution and preset. The expected score is this
        build’s own result times the gain, but no better than 9 in 10 builds with the part.
      </p>
    </details>
  );
}

function nameOf(part: { make: string; model: string } | null): string {
  return part === null ? "the present part" : `${part.make} ${part.model}`;
}
