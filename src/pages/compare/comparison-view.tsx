import {
  labelOfBenchmark,
  SETTINGS_DIFFER,
  thingOf,
  toMarkdown,
  type Comparison,
} from "../../compare/index.ts";
import { CompareForms } from "./compare-forms.tsx";
import { ComparisonCharts, type ChartedCaptures } from "./comparison-charts.tsx";
import { ComparisonTable } from "./comparison-table.tsx";
import { findings, hrefOfThing, idOf, nameOfThing } from "./texts.ts";

/** Data of the page of a comparison. */
export interface ComparisonPage {
  comparison: Comparison;
  /**
   * For each benchmark, in order: the captures whose frame times can be overlaid; null for a benchmark without charts.
   */
  charts: readonly (ChartedCaptures | null)[];
  /** The address of the next page of benchmarks; null on the last page. */
  nextHref: string | null;
}

/**
 * Page of builds or runs side by side: a summary, a table with verdicts for each benchmark, charts, and the whole
 * comparison as Markdown.
 */
export function ComparisonView({ comparison, charts, nextHref }: ComparisonPage) {
  const { compared, results } = comparison;
  return (
    <article class="stack stack-wide">
      <header class="stack">
        <h1>{titleOf(comparison)}</h1>
        <Findings comparison={comparison} />
      </header>
      {results.length === 0 && (
        <p class="notice notice-warn">
          They have no benchmark in common: only results of the same benchmark, and of the same test or of the
          same game with the same resolution and preset, can be compared.
        </p>
      )}
      {results.map((benchmark, index) => {
        const captures = charts[index]?.captures;
        return (
          <section class="stack" aria-labelledby={`benchmark-${index}`}>
            <h2 id={`benchmark-${index}`}>{labelOfBenchmark(benchmark)}</h2>
            {benchmark.settings_differ && <p class="notice notice-warn">{SETTINGS_DIFFER}</p>}
            <ComparisonTable benchmark={benchmark} compared={compared} id={`table-${index}`} />
            {captures && <ComparisonCharts captures={captures} about={labelOfBenchmark(benchmark)} />}
          </section>
        );
      })}
      {nextHref !== null && (
        <p>
          <a class="button button-quiet" href={nextHref}>
            More benchmarks
          </a>
        </p>
      )}
      <OnlyInOne comparison={comparison} />
      {results.length > 0 && <Markdown text={toMarkdown(comparison)} />}
      <CompareForms compared={compared} />
    </article>
  );
}

/** Returns the heading: the names of the compared builds or runs. */
export function titleOf(comparison: Comparison): string {
  return comparison.compared.map((thing) => nameOfThing(thing, comparison)).join(" and ");
}

const HOW_SURE = "A difference counts as real where its 95 % confidence interval leaves 0 out.";

function Findings({ comparison }: { comparison: Comparison }) {
  const found = findings(comparison);
  const [first] = comparison.compared;
  return (
    <>
      {found.length > 0 && (
        <ul class="lead">
          {found.map((sentence) => (
            <li>{sentence}</li>
          ))}
        </ul>
      )}
      <p class="soft">
        Everything is compared with{" "}
        {first && <a href={hrefOfThing(first)}>{nameOfThing(first, comparison)}</a>}. {HOW_SURE}
      </p>
    </>
  );
}

function OnlyInOne({ comparison }: { comparison: Comparison }) {
  const { results, total } = comparison.only_in_one;
  if (total === 0) return null;
  return (
    <details open={comparison.results.length === 0}>
      <summary>Measured on one of them alone ({total})</summary>
      {results.some((lone) => lone.settings_differ) && <p>{SETTINGS_DIFFER}</p>}
      <ul>
        {results.map((lone) => (
          <li>
            {nameOfThing(thingOf(comparison, lone), comparison)}: {labelOfBenchmark(lone)}, {lone.runs}{" "}
            {lone.runs === 1 ? "run" : "runs"}
          </li>
        ))}
        {total > results.length && <li>and {total - results.length} more</li>}
      </ul>
    </details>
  );
}

const MARKDOWN_ROWS = 8;

/** Shows the comparison as Markdown, for forums and chats. Without JavaScript the user selects and copies the text. */
function Markdown({ text }: { text: string }) {
  return (
    <section class="stack" aria-labelledby="markdown">
      <h2 id="markdown">As Markdown, to copy</h2>
      <textarea class="code" id="markdown-text" readonly rows={MARKDOWN_ROWS} aria-labelledby="markdown">
        {text}
      </textarea>
      <p>
        <button type="button" class="button button-quiet" data-copy="markdown-text" hidden>
          Copy
        </button>
      </p>
    </section>
  );
}

/** Returns the query string of a comparison, for the page and for the API. */
export function queryOf({ compared }: Comparison): string {
  const name = compared.some((thing) => "run_id" in thing) ? "runs" : "builds";
  return `${name}=${compared.map((thing) => encodeURIComponent(idOf(thing))).join(",")}`;
}
