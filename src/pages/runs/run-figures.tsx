import { graphicsTestOf, isHeadline } from "../../benchmarks/index.ts";
import { labelOfScore } from "../../compare/index.ts";
import { formatFigure } from "../layout/figures.tsx";
import { FigureTable, type FigureGroup } from "./figure-table.tsx";
import { meaningOf, showFigure, type ShownFigure } from "./figure-texts.ts";
import { isTypedIn, warningsBesideScore, type ShownRun } from "./shown-run.ts";

/**
 * The groups of metrics in the order of the page, each with the names of its metrics in their order. Metrics that
 * belong to none of these groups stand in LAST_GROUP.
 */
const GROUPS: readonly (Omit<FigureGroup, "figures"> & { names: readonly string[] })[] = [
  { title: "Scores", names: ["overall_score", "graphics_score", "cpu_score"] },
  {
    title: "Frame rate",
    names: [
      "average_fps",
      "displayed_average_fps",
      "low_1_fps",
      "low_0_1_fps",
      "min_fps",
      "max_fps",
      "fps_per_watt",
    ],
  },
  {
    title: "Percentiles",
    note: "99 of 100 frames reach the frame rate P1. The 1 % low is the mean of the other frames, so it is lower.",
    names: ["median_fps", "p5_fps", "p1_fps", "p0_1_fps"],
  },
  {
    title: "Steadiness and limits",
    names: [
      "stdev_ms",
      "stutter_percent",
      "time_below_30_fps_percent",
      "time_below_60_fps_percent",
      "gpu_limited_percent",
    ],
  },
];

const LAST_GROUP = "Counts and duration";

const TOOL = "tool_";

/**
 * Shows the metrics from the file of a run that do not stand beside its score, in groups; a click on a metric unfolds
 * its meaning. Metrics that the recording tool computed by its own definitions form a separate table.
 */
export function RunFigures({ run }: { run: ShownRun }) {
  const { metrics } = run;
  if (metrics === null) return null;
  const shown = figuresOf(metrics);
  const ofTool = shown.filter(({ name }) => name.startsWith(TOOL));
  const above = new Set(headlineFigures(run).map(({ name }) => name));
  const ours = shown.filter((figure) => !ofTool.includes(figure) && !above.has(figure.name));
  const groups = groupsOf(ours);
  const { tool = "the tool" } = metrics as { tool?: string };
  if (groups.length === 0) return null;
  return (
    <section class="stack" aria-labelledby="figures">
      <h2 id="figures">More figures</h2>
      <FigureTable caption="More figures" groups={groups} />
      {ofTool.length > 0 && (
        <details>
          <summary>
            As <bdi>{tool}</bdi> counts them
          </summary>
          <p class="note">
            Figures of the same names that <bdi>{tool}</bdi> defines in its own way, read from the same
            frames.
          </p>
          <FigureTable caption={`Figures as ${tool} counts them`} groups={[{ title: "", figures: ofTool }]} />
        </details>
      )}
    </section>
  );
}

/** Returns the known metrics of a run. The number of passes of a 3DMark test is left out if it is 1. */
const figuresOf = (metrics: object): ShownFigure[] =>
  Object.entries(metrics).flatMap(([name, value]) =>
    name === "passes" && value === 1 ? [] : (showFigure(name, value) ?? []),
  );

/** Returns metrics in their groups, without empty groups. */
function groupsOf(figures: readonly ShownFigure[]): FigureGroup[] {
  const grouped = new Set(GROUPS.flatMap(({ names }) => names));
  const groups = GROUPS.map(({ title, note, names }) => ({
    title,
    note: names.includes("p1_fps") && !figures.some(({ name }) => name === "p1_fps") ? undefined : note,
    figures: names.flatMap((name) => figures.find((figure) => figure.name === name) ?? []),
  }));
  const others = figures.filter(({ name }) => !grouped.has(name));
  return [...groups, { title: LAST_GROUP, figures: others }].filter((group) => group.figures.length > 0);
}

/** Returns the frame rates of all graphics tests in an export of 3DMark except the test whose result is the score. */
function graphicsTestsOf({ benchmark_id, metrics }: ScoredRun): ShownFigure[] {
  const { graphics_tests = {} } = (metrics ?? {}) as { graphics_tests?: Record<string, number> };
  const ofScore = graphicsTestOf(benchmark_id);
  const others = Object.entries(graphics_tests).filter(([number]) => Number(number) !== ofScore);
  return others.map(([number, fps]) => ({
    name: `graphics_test_${number}`,
    label: `graphics test ${number}`,
    value: formatFigure(fps, "fps"),
    unit: "fps",
    meaning: meaningOf("graphics_tests"),
  }));
}

/**
 * Returns the numbers in the head of the page. For a capture: the average, which is the score, the 1 % low, and the
 * 0.1 % low, or the standard deviation if the capture is too short for a 0.1 % low. For a graphics test: the frame
 * rates of the other graphics tests, and the scores of the whole 3DMark test, which people know as its result.
 */
function headlineFigures(run: ScoredRun): ShownFigure[] {
  const { metrics } = run;
  const figures = (metrics ?? {}) as Record<string, unknown>;
  const last = typeof figures["low_0_1_fps"] === "number" ? "low_0_1_fps" : "stdev_ms";
  const shown = (...names: string[]) => names.flatMap((name) => showFigure(name, figures[name]) ?? []);
  return [
    ...shown("average_fps", "low_1_fps", last),
    ...graphicsTestsOf(run),
    ...shown("graphics_score", "overall_score"),
  ];
}

type ScoredRun = Pick<ShownRun, "benchmark_id" | "metrics">;

/** Says of which frames a 1 % low or a 0.1 % low is the mean, in a few words; undefined for any other metric. */
function framesOf(name: string, metrics: ShownRun["metrics"]): string | undefined {
  if (name === "low_1_fps") return "mean of the slowest 1\u00a0%";
  if (name !== "low_0_1_fps") return undefined;
  const { frames } = (metrics ?? {}) as { frames?: number | null };
  if (!frames || isHeadline(name, metrics)) return "mean of the slowest 0.1\u00a0%";
  const slowest = Math.ceil(frames / 1000);
  return slowest === 1 ? "the slowest frame alone" : `mean of the slowest ${slowest}\u00a0frames`;
}

/**
 * Shows the score of a run in large digits. Beside the score stand metrics: of a capture, how steady its frame times
 * are; of a graphics test, the scores of the whole 3DMark test. A click unfolds the meanings of these metrics. If many
 * frames of the capture were never displayed, a warning stands below.
 */
export function Headline({ run }: { run: ShownRun }) {
  const { benchmark_id, score, unit, metrics } = run;
  if (score === null) return null;
  const figures = headlineFigures(run);
  return (
    <div class="stack">
      <dl class="headline">
        <div>
          <dt>{isTypedIn(run) ? "score, typed in without a file" : labelOfScore(unit, benchmark_id)}</dt>
          <dd class="score">
            {formatFigure(score, unit)} <span class="unit">{unit}</span>
          </dd>
        </div>
        {figures
          .filter(({ name }) => name !== "average_fps")
          .map(({ name, label, value, unit }) => (
            <div>
              <dt>
                {label}
                {framesOf(name, metrics) !== undefined && <small> ({framesOf(name, metrics)})</small>}
              </dt>
              <dd class="figure figure-large">
                {value} <span class="unit">{unit}</span>
              </dd>
            </div>
          ))}
      </dl>
      <Meanings figures={figures} />
      {warningsBesideScore({ metrics }).map((warning) => (
        <p class="notice notice-warn">{warning}</p>
      ))}
    </div>
  );
}

function Meanings({ figures }: { figures: readonly ShownFigure[] }) {
  const explained = figures.filter(({ meaning }) => meaning !== undefined);
  if (explained.length === 0) return null;
  return (
    <details>
      <summary>What these figures mean</summary>
      <dl class="facts note">
        {explained.map(({ label, meaning }) => (
          <>
            <dt>{label}</dt>
            <dd>{meaning}</dd>
          </>
        ))}
      </dl>
    </details>
  );
}
