import { formatDeviation, formatFigure } from "../charts/format-figure.ts";
import { METRIC_RUNS } from "./compare-builds.ts";
import {
  verdictOf,
  type ComparedBenchmark,
  type ComparedFigure,
  type ComparedThing,
  type Comparison,
  type Difference,
  type FigureValue,
} from "./comparison.ts";
import { escapeMarkdown, signed, tableOf } from "./markdown.ts";
import {
  labelOfBenchmark,
  labelOfFigure,
  labelOfScore,
  labelOfThing,
  SETTINGS_DIFFER,
  thingOf,
} from "./labels.ts";
import { shownBenchmarks, shownMetrics } from "./shown-figures.ts";

/**
 * Returns a comparison as Markdown with tables (GitHub Flavored Markdown 0.29, 4.10): a table of scores for each
 * benchmark, and a table of the other figures, in the order of the page. All names are escaped, so that a name cannot
 * become markup, a link or a further cell.
 */
export function toMarkdown(comparison: Comparison): string {
  const { results, total, only_in_one } = comparison;
  const parts = shownBenchmarks(comparison).map((benchmark) => describeBenchmark(comparison, benchmark));
  if (total > results.length) parts.push(`${results.length} of ${total} benchmarks are shown.`);
  if (only_in_one.total > 0) {
    const lines = only_in_one.results.map((lone) => {
      const [thing, benchmark] = [labelOfThing(thingOf(comparison, lone)), labelOfBenchmark(lone)];
      return `- ${escapeMarkdown(thing)}: ${escapeMarkdown(benchmark)}, ${countOf(lone.runs)}`;
    });
    const more = only_in_one.total - only_in_one.results.length;
    if (more > 0) lines.push(`- and ${more} more`);
    parts.push(
      [
        "Benchmarks that are not compared, because only one of the compared builds or runs has results:",
        "",
        ...lines,
      ].join("\n"),
    );
    if (only_in_one.results.some((lone) => lone.settings_differ)) parts.push(SETTINGS_DIFFER);
  }
  return `${parts.join("\n\n")}\n`;
}

const countOf = (runs: number) => `${runs} ${runs === 1 ? "run" : "runs"}`;

function describeBenchmark(comparison: Comparison, benchmark: ComparedBenchmark): string {
  const { settings_differ } = benchmark;
  const metrics = shownMetrics(benchmark, comparison);
  const parts = [`### ${escapeMarkdown(labelOfBenchmark(benchmark))}`];
  if (settings_differ) parts.push(SETTINGS_DIFFER);
  parts.push(scoreTable(comparison, benchmark));
  if (metrics.length > 0) parts.push(metricsTable(comparison, metrics));
  if (metrics.length > 0 && !("run_id" in (comparison.compared[0] ?? {})))
    parts.push(`The figures beside the score are means of the newest ${METRIC_RUNS} runs of each build.`);
  return parts.join("\n\n");
}

function scoreTable(comparison: Comparison, { benchmark_id, score }: ComparedBenchmark): string {
  const { unit, higher_is_better, values } = score;
  const header = [
    `${labelOfScore(unit, benchmark_id)}, ${higher_is_better ? "higher" : "lower"} is better`,
    "runs",
    "unranked runs",
    ...["best", "mean", "stdev"].map((name) => `${name} (${unit})`),
    "difference (%)",
    "95 % interval (%)",
    "verdict",
  ];
  const rows = values.map((value) => {
    const { difference } = value;
    return [
      escapeMarkdown(labelOfThing(thingOf(comparison, value))),
      String(value.runs),
      String(value.unranked_runs ?? ""),
      format(value.best, unit),
      format(value.mean, unit),
      value.stdev === null ? "" : formatDeviation(value.stdev, unit),
      difference ? signed(difference.percent) : "",
      intervalText(difference),
      verdictOf(value, score) ?? "",
    ];
  });
  return tableOf(header, rows);
}

/** Returns a Markdown table with a row for each figure, and a column for each compared build or run. */
function metricsTable(comparison: Comparison, metrics: readonly ComparedFigure[]): string {
  const { compared } = comparison;
  const ofBenchmark = compared.filter((thing) =>
    metrics.some(({ values }) => values.some((value) => thingOf(comparison, value) === thing)),
  );
  const header = ["figure", ...ofBenchmark.map((thing) => escapeMarkdown(labelOfThing(thing)))];
  const rows = metrics.map((metric) => {
    const valueOf = (thing: ComparedThing) =>
      metric.values.find((value) => thingOf(comparison, value) === thing);
    const label = `${escapeMarkdown(labelOfFigure(metric.figure))} (${metric.unit})`;
    return [label].concat(ofBenchmark.map((thing) => metricCell(valueOf(thing), metric)));
  });
  return tableOf(header, rows);
}

function metricCell(value: FigureValue | undefined, metric: ComparedFigure): string {
  if (!value) return "";
  const { unit } = metric;
  const { difference } = value;
  if (!difference) return format(value.mean, unit);
  const interval = difference.interval ? `, ${intervalText(difference)} %` : "";
  const verdict = verdictOf(value, metric);
  const ending = verdict === null ? "" : `: ${verdict}`;
  return `${format(value.mean, unit)} (${signed(difference.percent)} %${interval})${ending}`;
}

const format = (value: number | null, unit: string) => (value === null ? "" : formatFigure(value, unit));

function intervalText(difference: Difference | null): string {
  const interval = difference?.interval;
  return interval ? `${signed(interval.low_percent)} to ${signed(interval.high_percent)}` : "";
}
