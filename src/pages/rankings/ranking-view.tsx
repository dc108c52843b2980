import type { BenchmarkSummary } from "../../answers/benchmark-summary.ts";
import { titleOfVariant } from "../../benchmarks/index.ts";
import { formatNumber } from "../../charts/scales.ts";
import type { CohortKind, MeasuredVariant, RankingAnswer } from "../../standings/index.ts";
import { addressOf, atPage, changed, type Pair } from "../lists/addresses.ts";
import { MixedSettings } from "../lists/mixed-settings.tsx";
import { ChipList } from "../lists/chip-list.tsx";
import { RankingTable } from "./ranking-table.tsx";
import { titleOfKind } from "../layout/kinds.ts";
import { Pages } from "../layout/pages.tsx";

/** Data of one page of a ranking. */
export interface RankingViewProps {
  benchmark: BenchmarkSummary;
  /** The benchmarks with ranked results, and the shown one. */
  benchmarks: readonly BenchmarkSummary[];
  /** The page of the ranking; null if the benchmark has variants, but no variant was measured. */
  ranking: RankingAnswer | null;
  asked: AskedRanking;
  /** The chips and models to which the request limits the ranking. */
  parts: readonly NamedPart[];
  /** The variants to choose from; null for a benchmark with typed-in scores, which has no variants. */
  variants: Variants | null;
}

/** A chip or model, with the name of the kind of its products. */
export interface NamedPart {
  kind: CohortKind;
  title: string;
}

/** The variants of a benchmark that match the words of `query`, the most measured first. */
interface Variants {
  query: string | undefined;
  listed: readonly MeasuredVariant[];
  total: number;
  /** The variant whose ranking is shown; undefined if nothing was measured. */
  chosen: MeasuredVariant | undefined;
}

/** The request for a ranking that the address of its page contains. */
interface AskedRanking extends Readonly<Partial<Record<CohortKind, string | undefined>>> {
  page: number;
  limit: number;
  variant?: string | undefined;
  resolution?: string | undefined;
  preset?: string | undefined;
}

/** Page of a ranking: builds by their best result, the best first, and the filters of the ranking. */
export function RankingView(props: RankingViewProps) {
  const { benchmark, benchmarks, ranking, variants } = props;
  const path = pathOf(benchmark.id);
  const pairs = pairsOf(props.asked);
  const variant = ranking?.variant ?? null;
  return (
    <div class="stack">
      <nav class="trail" aria-label="Rankings">
        <ul class="tabs">
          {benchmarks.map(({ id, name }) => (
            <li key={id}>
              <a href={pathOf(id)} aria-current={id === benchmark.id ? "page" : undefined}>
                {name}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <header>
        <h1>
          {benchmark.name}
          {variant === null ? null : <span class="variant"> {titleOfVariant(variant)}</span>}
        </h1>
        <p class="soft">
          Builds by their best result, the best first.{" "}
          {ranking ? `${formatNumber(ranking.total, 0)} ${ranking.total === 1 ? "place" : "places"}.` : null}
        </p>
      </header>
      {variants ? <VariantPicker {...props} variants={variants} path={path} pairs={pairs} /> : null}
      <Chips {...props} path={path} pairs={pairs} />
      {ranking?.settings_mixed && <MixedSettings />}
      {ranking && ranking.results.length > 0 ? (
        <RankingTable ranking={ranking} />
      ) : (
        <Nothing {...props} path={path} />
      )}
      {ranking ? (
        <Pages
          {...props.asked}
          total={ranking.total}
          hrefOf={(number) => addressOf(path, atPage(pairs, number))}
        />
      ) : null}
    </div>
  );
}

function pathOf(benchmarkId: number): string {
  return `/rankings/${benchmarkId}`;
}

/** Returns the request as the query string of GET /benchmarks/<benchmark_id>/ranking, without `page`. */
function pairsOf({ page: _page, limit, ...asked }: AskedRanking): Pair[] {
  const named = Object.entries(asked).flatMap(([name, value]): Pair[] =>
    value === undefined ? [] : [[name, value]],
  );
  return limit === 20 ? named : [...named, ["limit", String(limit)]];
}

interface Addressed {
  path: string;
  pairs: readonly Pair[];
}

type VariantPickerProps = RankingViewProps & Addressed & { variants: Variants };

/**
 * Shows a choice of variants, the settings of the chosen variant, and a search field if there are more variants than
 * the list shows.
 */
function VariantPicker({ asked, variants, path, pairs }: VariantPickerProps) {
  const { chosen, listed, total, query } = variants;
  const isUnlisted = chosen !== undefined && !listed.some(({ variant }) => variant === chosen.variant);
  const kept = pairs.filter(([name]) => !["variant", "resolution", "preset"].includes(name));
  const hidden = kept.map(([name, value]) => <input type="hidden" name={name} value={value} />);
  return (
    <div class="pickers">
      <form action={path} class="picker">
        <label>
          What was measured
          <select name="variant">
            {[...(isUnlisted ? [chosen] : []), ...listed].map(({ variant, builds }) => (
              <option value={variant ?? ""} selected={variant === chosen?.variant}>
                {variant === null ? "" : titleOfVariant(variant)} ({formatNumber(builds, 0)})
              </option>
            ))}
          </select>
        </label>
        <SettingPicker
          name="resolution"
          value={asked.resolution}
          settings={(chosen?.resolutions ?? []).map(({ resolution, builds }) => ({
            text: resolution,
            builds,
          }))}
        />
        <SettingPicker
          name="preset"
          value={asked.preset}
          settings={(chosen?.presets ?? []).map(({ preset, builds }) => ({ text: preset, builds }))}
        />
        {hidden}
        <button>Show</button>
      </form>
      {total > listed.length || query !== undefined ? (
        <form action={path} class="picker">
          <label>
            Find another one
            <input type="search" name="query" value={query} maxLength={200} />
          </label>
          {hidden}
          <button>Find</button>
          {query === undefined ? null : (
            <p class="note">
              {total === 0
                ? `Nothing that was measured has the words “${query}”.`
                : `${formatNumber(total, 0)} with the words “${query}” stand in the list.`}
            </p>
          )}
        </form>
      ) : null}
    </div>
  );
}

interface SettingPickerProps {
  name: "resolution" | "preset";
  value: string | undefined;
  settings: readonly { text: string; builds: number }[];
}

function SettingPicker({ name, value, settings }: SettingPickerProps) {
  const isUnlisted = value !== undefined && !settings.some(({ text }) => text === value);
  if (settings.length === 0 && !isUnlisted) return null;
  return (
    <label>
      {name === "resolution" ? "Resolution" : "Preset"}
      <select name={name}>
        <option value="">any</option>
        {isUnlisted ? (
          <option value={value} selected>
            {value}
          </option>
        ) : null}
        {settings.map(({ text, builds }) => (
          <option value={text} selected={text === value}>
            {text} ({formatNumber(builds, 0)})
          </option>
        ))}
      </select>
    </label>
  );
}

function Chips({ asked, parts, path, pairs }: RankingViewProps & Addressed) {
  const settings = (["resolution", "preset"] as const).flatMap((name) => {
    const value = asked[name];
    return value === undefined
      ? []
      : [{ field: name, name: name === "preset" ? "Preset" : "Resolution", value }];
  });
  const named = parts.map(({ kind, title }) => ({ field: kind, name: titleOfKind(kind), value: title }));
  const chips = [...settings, ...named].map(({ field, name, value }) => ({
    name,
    value,
    href: addressOf(path, changed(pairs, { without: [field] })),
  }));
  const variantOnly = pairs.filter(([name]) => name === "variant");
  return <ChipList chips={chips} withoutAll={addressOf(path, variantOnly)} />;
}

function Nothing({ ranking, path }: RankingViewProps & { path: string }) {
  const isBeyond = ranking !== null && ranking.total > 0;
  return (
    <div class="empty">
      <p>{isBeyond ? "The ranking ends before this page." : "Nobody has measured this yet."}</p>
      <p>{isBeyond ? <a href={path}>Go to its first page</a> : <a href="/submit">Submit a result</a>}</p>
    </div>
  );
}
