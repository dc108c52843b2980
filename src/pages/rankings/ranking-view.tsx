import { Fragment } from "preact";
import { isolated } from "../../charts/isolated.ts";
import type { BenchmarkSummary } from "../../answers/benchmark-summary.ts";
import { benchmarkTypeOf, graphicsTestOf } from "../../benchmarks/index.ts";
import type { Config } from "../../config.ts";
import type { CohortKind, MeasuredSettings, RankingAnswer, Rankings } from "../../standings/index.ts";
import { addressOf, atPage, changed, settingPairs, type Pair } from "../lists/addresses.ts";
import { MixedSettings } from "../lists/mixed-settings.tsx";
import { FreeScenes } from "../lists/free-scenes.tsx";
import { ChipList } from "../lists/chip-list.tsx";
import { settingsText } from "../lists/settings-note.tsx";
import { countText } from "../builds/words.ts";
import { Download } from "./download.tsx";
import type { TypedPart } from "./part-names.ts";
import type { Addressed, AskedRanking, Variants } from "./asked-ranking.ts";
import { isList, RankingPicker } from "./pickers.tsx";
import { RankingTable } from "./ranking-table.tsx";
import { pathOf, RankingsNav } from "./rankings-nav.tsx";
import type { RankingTabs } from "./tabs.ts";
import { formatFigure } from "../layout/figures.tsx";
import { titleOfKind } from "../layout/kinds.ts";
import { Pages } from "../layout/pages.tsx";

/** How the scores of a ranking are distributed. */
type Distribution = Awaited<ReturnType<Rankings["distributionOf"]>>;

/** Data of one page of a ranking. */
export interface RankingViewProps extends RankingTabs {
  /** The name of the ranked game, graphics test of a 3DMark test, or benchmark. */
  headline: string;
  benchmark: BenchmarkSummary;
  /** The page of the ranking; null if the benchmark has variants, but no variant was measured. */
  ranking: RankingAnswer | null;
  /** How the scores of the ranking are distributed; null where there is no ranking. */
  distribution: Distribution | null;
  asked: AskedRanking;
  isOfGames: boolean;
  /**
   * Whether the visitor has chosen neither resolution nor preset, so that the ranking of a game has the settings by
   * which results of the game are compared.
   */
  isOpening: boolean;
  /** The chips and models to which the request limits the ranking. */
  parts: readonly NamedPart[];
  /** The typed names that match no part, or several parts. */
  typed: readonly TypedPart[];
  /** The variants to choose from; null for a benchmark with typed-in scores, which has no variants. */
  variants: Variants | null;
  /** The settings of the shown game, from which visitors choose; null for other benchmarks. */
  choices: MeasuredSettings | null;
  /** The terms under which the operator publishes all results; undefined if the operator has named none. */
  dataTerms: Config["DATA_TERMS"];
}

/** A chip or model, with the name of the kind of its products. */
export interface NamedPart {
  kind: CohortKind;
  title: string;
}

/** Page of a ranking: builds by their best result, the best first, and the filters of the ranking. */
export function RankingView(props: RankingViewProps) {
  const { headline, benchmark, ranking, distribution, variants, asked, parts } = props;
  const path = pathOf(benchmark.id);
  const pairs = pairsOf(props);
  const allSettings = addressOf(path, withAnySettings(pairs));
  // Links to the tests of a graphics test have a row of their own, in which the other 3DMark tests follow them.
  const hasRow = hasChoice(variants) && !isList(variants, props.isOfGames);
  return (
    <div class="stack">
      <header>
        <h1>
          <bdi>{headline}</bdi>
          {parts.map(({ kind, title }, index) => (
            <Fragment key={kind}>
              {index === 0 ? " with " : " and "}
              <bdi>{title}</bdi>
            </Fragment>
          ))}
        </h1>
        <p class="soft" data-found>
          {/* Name the benchmark of a graphics test, because the heading does not say that the test is of 3DMark. */}
          {graphicsTestOf(benchmark.id) !== undefined && `${benchmark.name}. `}
          Builds by their best result, the best first.{" "}
          {ranking && <Counted {...props} ranking={ranking} allSettings={allSettings} />}
        </p>
        <Origin {...props} />
      </header>
      <RankingsNav tabs={props.tabs} otherTests={hasRow ? [] : props.otherTests} />
      <RankingPicker
        {...props}
        path={path}
        pairs={pairs}
        variants={hasChoice(variants) ? variants : null}
        hasFilters={ranking !== null && (ranking.total > 0 || isFiltered(props))}
      />
      <Chips {...props} path={path} pairs={pairs} />
      <SettingsOfRanking {...props} />
      {ranking && ranking.results.length > 0 ? (
        <RankingTable ranking={ranking} highest={distribution?.best ?? highestOf(ranking)} asked={asked} />
      ) : (
        <Nothing {...props} path={path} pairs={pairs} />
      )}
      {ranking ? (
        <Pages {...asked} total={ranking.total} hrefOf={(number) => addressOf(path, atPage(pairs, number))} />
      ) : null}
      <DownloadOfRanking {...props} />
    </div>
  );
}

/** Says how far the results of a ranking can be trusted: where the scores come from, or who chose the scenes. */
function Origin({ benchmark, isOfGames }: RankingViewProps) {
  if (isOfGames)
    return (
      <>
        <FreeScenes />
        <p class="note">
          Upscaling and ray tracing are not recorded. Generated frames are left out where the capture marks
          them.
        </p>
      </>
    );
  const { kind, work } = benchmarkTypeOf(benchmark.id);
  return kind === "score" ? (
    <p class="note">
      The scores were typed in by the people who ran the benchmark; no file proves them.
      {work !== undefined && ` They measure ${work}.`}
    </p>
  ) : (
    <p class="note">
      Frame rates of one graphics test, read from exports of 3DMark. The page of a result also has the
      graphics score, if the export has it.
    </p>
  );
}

/** Returns whether the page offers a choice of variants: there are some, or the visitor has searched for one. */
const hasChoice = (variants: Variants | null) =>
  variants !== null && (variants.listed.length > 0 || variants.query !== undefined);

interface CountedProps extends RankingViewProps {
  ranking: RankingAnswer;
  /** The address of the same ranking with results of any settings. */
  allSettings: string;
}

/**
 * Says how many builds a ranking has, of how many, if its filters leave some out, and the median: "With these filters:
 * 29 of 94 builds, median 60.0 fps." Settings that the visitor has not chosen are named.
 */
function Counted(props: CountedProps) {
  const { ranking, distribution, benchmark, variants, asked, isOpening, parts, allSettings } = props;
  const all = variants?.chosen?.builds ?? 0;
  const isPart = all > ranking.total;
  const count = isPart
    ? `${formatFigure(ranking.total)} of ${countText(all, "build")}`
    : countText(ranking.total, "build");
  const counted = `${count}${medianText(distribution, benchmark)}.`;
  const opened = isOpening ? settingsText(asked) : "";
  if (opened === "") return <>{isPart ? `With these filters: ${counted}` : counted}</>;
  const whose =
    parts.length > 0
      ? "the most measured settings of builds with these parts"
      : "the most measured settings of this game";
  return (
    <>
      {`Shown at ${isolated(opened)}, ${whose}: ${counted} `}
      <a href={allSettings}>All settings</a>
    </>
  );
}

function medianText(distribution: Distribution | null, { unit }: BenchmarkSummary): string {
  const median = distribution?.median ?? null;
  return median === null ? "" : `, median ${formatFigure(median, unit)} ${unit}`;
}

function DownloadOfRanking(props: RankingViewProps) {
  const { headline, benchmark, ranking, asked, dataTerms } = props;
  if (!ranking || (ranking.total === 0 && !isFiltered(props))) return null;
  return (
    <Download headline={headline} benchmarkId={benchmark.id} variant={asked.variant} terms={dataTerms} />
  );
}

const hasSettings = ({ asked: { resolution, preset } }: RankingViewProps) =>
  resolution !== undefined || preset !== undefined;

const isFiltered = (props: RankingViewProps) =>
  hasSettings(props) || props.parts.length + props.typed.length > 0;

const highestOf = ({ results }: RankingAnswer) => Math.max(...results.map(({ score }) => score));

/**
 * Returns the request as the query string of GET /benchmarks/<benchmark_id>/ranking, without `page`. The query of a
 * game always names the settings, so that a link keeps the settings of the page.
 */
function pairsOf({ asked, isOfGames }: RankingViewProps): Pair[] {
  const { page: _page, limit, resolution, preset, ...others } = asked;
  const named = Object.entries(others).flatMap(([name, value]): Pair[] =>
    value === undefined ? [] : [[name, value]],
  );
  const settings = isOfGames ? settingPairs({ resolution, preset }) : [];
  return [...named, ...settings, ...(limit === 20 ? [] : [["limit", String(limit)] as const])];
}

/** Says that the results of the ranking of a game have mixed settings. */
function SettingsOfRanking({ ranking, asked: { resolution, preset } }: RankingViewProps) {
  if (!ranking?.settings_mixed) return null;
  if (resolution !== undefined) return <MixedSettings differing="presets" />;
  return preset === undefined ? <MixedSettings /> : <MixedSettings differing="resolutions" />;
}

/** Returns the query of the same ranking with results of any resolution and preset. */
function withAnySettings(pairs: readonly Pair[]): Pair[] {
  return changed(pairs, { without: ["resolution", "preset"], add: settingPairs({}) });
}

/**
 * The filters that are set, as labels that remove them. On screens that always show the fields for resolution and
 * preset, the style sheet hides the labels of these two.
 */
function Chips({ asked, parts, path, pairs }: RankingViewProps & Addressed) {
  const settings = (["resolution", "preset"] as const).flatMap((name) => {
    const value = asked[name];
    if (value === undefined) return [];
    const without = changed(pairs, { without: [name], add: [[name, ""]] });
    return [{ name: name === "preset" ? "Preset" : "Resolution", value, href: addressOf(path, without) }];
  });
  const named = parts.map(({ kind, title }) => ({
    name: titleOfKind(kind),
    value: title,
    href: addressOf(path, changed(pairs, { without: [kind] })),
  }));
  const withoutParts = changed(pairs, { without: parts.map(({ kind }) => kind) });
  return (
    <>
      {settings.length > 0 && (
        <div class="chips-of-fields">
          <ChipList chips={settings} withoutAll={addressOf(path, withAnySettings(pairs))} />
        </div>
      )}
      <ChipList chips={named} withoutAll={addressOf(path, withoutParts)} />
    </>
  );
}

function Nothing(props: RankingViewProps & Addressed) {
  const { text, href, link } = wordsOfNothing(props);
  return (
    <div class="empty">
      <p>{text}</p>
      <p>
        <a href={href}>{link}</a>
      </p>
    </div>
  );
}

/** Returns the text that says why a page of a ranking shows no results, and a link with which the visitor can go on. */
function wordsOfNothing(props: RankingViewProps & Addressed) {
  const { ranking, path, pairs } = props;
  if (ranking !== null && ranking.total > 0) {
    const href = addressOf(path, atPage(pairs, 1));
    return { text: "The ranking ends before this page.", href, link: "Go to its first page" };
  }
  const text = isFiltered(props) ? "No result with these filters." : "Nobody has measured this yet.";
  return hasSettings(props)
    ? { text, href: addressOf(path, withAnySettings(pairs)), link: "Show results with any settings" }
    : { text, href: "/submit", link: "Submit a result" };
}
