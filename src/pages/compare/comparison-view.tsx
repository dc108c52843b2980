import {
  hardwareOf,
  labelOfBenchmark,
  nameOfThing,
  SETTINGS_DIFFER,
  shownBenchmarks,
  thingOf,
  titlePartsOf,
  type AnyComparison,
  type ComparedBenchmark,
  type Comparison,
} from "../../compare/index.ts";
import { benchmarkTypeOf } from "../../benchmarks/index.ts";
import { CopyField } from "../layout/copy-field.tsx";
import type { Asked } from "./asked.ts";
import { AddForm } from "./choose-view.tsx";
import { ComparisonCharts, type ChartedCaptures } from "./comparison-charts.tsx";
import { ComparisonTable } from "./comparison-table.tsx";
import type { PartPrices } from "./part-prices.ts";
import { ScoreBars } from "./score-bars.tsx";
import { baselineOf, ThingsTable } from "./things-table.tsx";
import { findings, hrefOfThing } from "./texts.ts";

/** Data of the page of a comparison of builds or runs. */
export interface ComparisonPage {
  comparison: Comparison;
  prices: PartPrices;
  /** The compared builds or runs and the baseline, as the query of the page names them. */
  asked: Asked;
  /**
   * For each benchmark, in order: the captures whose frame times can be overlaid; null for a benchmark without charts.
   */
  charts: readonly (ChartedCaptures | null)[];
  /** The address of the next page of benchmarks; null on the last page. */
  nextHref: string | null;
  /** The absolute URL of the page, for sharing. */
  link: string;
  /** The comparison as Markdown. */
  markdown: string;
}

/**
 * Page of builds or runs side by side: a summary, their hardware with its prices, for each benchmark a picture and a
 * table, and texts to copy.
 */
export function ComparisonView(props: ComparisonPage) {
  const { comparison, prices, asked, charts, nextHref, link, markdown } = props;
  const { results } = comparison;
  return (
    <article class="stack stack-wide">
      <header class="stack">
        <h1>
          <TitleOfComparison comparison={comparison} />
        </h1>
      </header>
      <Findings {...props} />
      <section class="stack" aria-labelledby="compared-things">
        <h2 id="compared-things">What is compared</h2>
        <ThingsTable comparison={comparison} asked={asked} prices={prices} />
      </section>
      {shownBenchmarks(comparison).map((benchmark) => (
        <Benchmark
          comparison={comparison}
          benchmark={benchmark}
          index={results.indexOf(benchmark)}
          chart={charts[results.indexOf(benchmark)] ?? null}
        />
      ))}
      {nextHref !== null && (
        <p>
          <a class="button button-quiet" href={nextHref}>
            More benchmarks
          </a>
        </p>
      )}
      <OnlyInOne comparison={comparison} />
      {asked.kind !== "products" && <AddForm kind={asked.kind} ids={asked.ids} />}
      <Texts link={link} markdown={results.length > 0 ? markdown : null} />
    </article>
  );
}

/** The heading of a comparison. Each name in it is isolated from the text direction of the other names. */
export function TitleOfComparison({ comparison }: { comparison: AnyComparison }) {
  return <>{titlePartsOf(comparison).map(({ text, isName }) => (isName ? <bdi>{text}</bdi> : text))}</>;
}

interface BenchmarkProps {
  comparison: Comparison;
  benchmark: ComparedBenchmark;
  index: number;
  chart: ChartedCaptures | null;
}

function Benchmark({ comparison, benchmark, index, chart }: BenchmarkProps) {
  const label = labelOfBenchmark(benchmark);
  return (
    <section class="stack" aria-labelledby={`benchmark-${index}`}>
      <h2 id={`benchmark-${index}`}>
        <bdi>{label}</bdi>
      </h2>
      {benchmark.settings_differ && <p class="notice notice-warn">{SETTINGS_DIFFER}</p>}
      {benchmark.same_file && (
        <p class="notice notice-warn">
          The same file stands on both sides: its results are equal, whatever the hardware is.
        </p>
      )}
      <ScoreBars
        bars={benchmark.score.values.map((value) => barOf(comparison, value))}
        unit={benchmark.score.unit}
        isHigherBetter={benchmark.score.higher_is_better !== false}
      />
      {chart && <ComparisonCharts captures={chart.captures} about={label} />}
      <ComparisonTable benchmark={benchmark} comparison={comparison} id={`table-${index}`} />
    </section>
  );
}

function barOf(comparison: Comparison, value: ComparedBenchmark["score"]["values"][number]) {
  const thing = thingOf(comparison, value);
  const [name, hardware] = [nameOfThing(thing, comparison), hardwareOf(thing)];
  return {
    name,
    hardware: hardware !== null && name.includes(hardware) ? null : hardware,
    score: value.mean,
  };
}

const HOW_SURE = "A difference counts as real if its 95 % confidence interval does not include 0.";

/** Returns what the sign ≈ in the tables of a comparison means; an empty text if no table has this sign. */
function meaningOfSign({ results }: Comparison): string {
  const figures = results.flatMap(({ score, metrics }) => [score, ...metrics]);
  const isThere = figures.some(({ values }) =>
    values.some(({ difference }) => difference?.verdict === "no real difference"),
  );
  return isThere ? "≈ stands where there is no real difference." : "";
}

/** Returns what the number after ± in the tables of a comparison is; an empty text if no table has this sign. */
function meaningOfDeviation({ results }: Comparison): string {
  const isThere = results.some(({ score }) => score.values.some(({ stdev }) => stdev !== null));
  return isThere
    ? "The number after ± is the standard deviation: how far the scores of single runs typically lie from their mean."
    : "";
}

function Findings({ comparison, asked }: ComparisonPage) {
  const found = findings(comparison);
  const baseline = baselineOf(comparison, asked);
  return (
    <section class="stack" aria-labelledby="result">
      <h2 id="result">Result</h2>
      {comparison.results.length === 0 && (
        <p class="notice notice-warn">
          They have no benchmark in common: only results of the same benchmark, and of the same test or of the
          same game with the same resolution and preset, can be compared.
        </p>
      )}
      {found.length > 0 && (
        <ul class="lead">
          {found.map((sentence) => (
            <li>{sentence}</li>
          ))}
        </ul>
      )}
      {comparison.results.length > 0 && (
        <p class="soft">
          {comparison.compared.length === 2 ? "Compared with" : "The others are compared with"}{" "}
          {baseline && (
            <a href={hrefOfThing(baseline)}>
              <bdi>{nameOfThing(baseline, comparison)}</bdi>
            </a>
          )}
          . {HOW_SURE} {meaningOfSign(comparison)} {meaningOfDeviation(comparison)}
        </p>
      )}
    </section>
  );
}

/**
 * Lists the results that only one of the builds or runs has. The list is unfolded if there are no compared results, or
 * if none of them measures graphics cards although the graphics cards differ.
 */
function OnlyInOne({ comparison }: { comparison: Comparison }) {
  const { results, total } = comparison.only_in_one;
  if (total === 0) return null;
  const cards = new Set(comparison.compared.map(({ parts }) => parts["gpu"]?.id));
  const isOfCards = comparison.results.some(({ benchmark_id }) =>
    benchmarkTypeOf(benchmark_id).measures.includes("gpu"),
  );
  return (
    <details open={comparison.results.length === 0 || (cards.size > 1 && !isOfCards)}>
      <summary>Measured on one of them alone ({total})</summary>
      {results.some((lone) => lone.settings_differ) && <p>{SETTINGS_DIFFER}</p>}
      <ul>
        {results.map((lone) => (
          <li>
            <bdi>{nameOfThing(thingOf(comparison, lone), comparison)}</bdi>:{" "}
            <bdi>{labelOfBenchmark(lone)}</bdi>, {lone.runs} {lone.runs === 1 ? "run" : "runs"}
          </li>
        ))}
        {total > results.length && <li>and {total - results.length} more</li>}
      </ul>
    </details>
  );
}

const MARKDOWN_ROWS = 8;

/** The address of a comparison, and the comparison as Markdown for forums and chats. */
export function Texts({ link, markdown }: { link: string; markdown: string | null }) {
  return (
    <section class="stack narrow" aria-labelledby="share">
      <h2 id="share">Share</h2>
      <CopyField id="link" label="The address of this comparison" value={link} what="the address" />
      {markdown !== null && (
        <CopyField
          id="markdown-text"
          label="The comparison as Markdown, for forums and chats"
          value={markdown}
          what="the Markdown"
          rows={MARKDOWN_ROWS}
        />
      )}
    </section>
  );
}
