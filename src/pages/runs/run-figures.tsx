import { benchmarkTypeOf, isHeadline } from "../../benchmarks/index.ts";
import { formatFigure } from "../layout/figures.tsx";
import { FigureTable } from "./figure-table.tsx";
import { meaningOf, showFigure, type ShownFigure } from "./figure-texts.ts";
import { warningsBesideScore, type ShownRun } from "./shown-run.ts";

/**
 * The figures of captures and exports in the order in which the page shows them: the figures that people look for most
 * come first. Figures that are not listed here come last.
 */
const ORDER = [
  "average_fps",
  "low_1_fps",
  "low_0_1_fps",
  "stdev_ms",
  "stutter_percent",
  "time_below_30_fps_percent",
  "time_below_60_fps_percent",
  "gpu_limited_percent",
  "fps_per_watt",
  "median_fps",
  "p5_fps",
  "p1_fps",
  "p0_1_fps",
  "min_fps",
  "max_fps",
  "graphics_score",
  "overall_score",
  "cpu_score",
];

const TOOL = "tool_";

/**
 * Shows the figures of the file of a run that do not stand beside its score, each with its meaning on demand. Figures
 * that the tool of the file computes by its own definitions form a separate table.
 */
export function RunFigures({ run }: { run: ShownRun }) {
  const { metrics } = run;
  if (metrics === null) return null;
  const shown = figuresOf(metrics);
  const ofTool = shown.filter(({ name }) => name.startsWith(TOOL));
  const above = new Set(headlineOf(run).map(({ name }) => name));
  const ours = [
    ...shown.filter((figure) => !ofTool.includes(figure) && !above.has(figure.name)),
    ...graphicsTestsOf(run, metrics),
  ];
  const { tool = "the tool" } = metrics as { tool?: string };
  if (ours.length === 0) return null;
  return (
    <section class="stack" aria-labelledby="figures">
      <h2 id="figures">More figures</h2>
      <FigureTable caption="More figures" figures={ours} />
      {ofTool.length > 0 && (
        <details>
          <summary>
            As <bdi>{tool}</bdi> counts them
          </summary>
          <p class="note">
            Figures of the same names that <bdi>{tool}</bdi> defines in its own way, read from the same
            frames.
          </p>
          <FigureTable caption={`Figures as ${tool} counts them`} figures={ofTool} />
        </details>
      )}
    </section>
  );
}

/** Returns the known figures of metrics, in the order of `ORDER`. */
function figuresOf(metrics: object): ShownFigure[] {
  const place = (name: string) => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length);
  return Object.entries(metrics)
    .toSorted(([a], [b]) => place(a) - place(b))
    .flatMap(([name, value]) => showFigure(name, value) ?? []);
}

/** Returns the frame rates of the other graphics tests in an export of 3DMark than that whose result is the score. */
function graphicsTestsOf({ benchmark_id }: ShownRun, metrics: object): ShownFigure[] {
  const { graphics_tests = {} } = metrics as { graphics_tests?: Record<string, number> };
  const type = benchmarkTypeOf(benchmark_id);
  const ofScore = type.kind === "file" ? type.graphics_test : undefined;
  const others = Object.entries(graphics_tests).filter(([number]) => Number(number) !== ofScore);
  return others.map(([number, fps]) => ({
    name: `graphics_test_${number}`,
    label: `graphics test ${number}`,
    value: formatFigure(fps, "fps"),
    unit: "fps",
    meaning: meaningOf("graphics_tests"),
  }));
}

const HEADLINE = ["average_fps", "low_1_fps", "low_0_1_fps", "stdev_ms"];

/** Returns the figures that stand beside the score, and first the average, which is the score of a capture. */
function headlineOf({ metrics }: Pick<ShownRun, "metrics">): ShownFigure[] {
  const figures = (metrics ?? {}) as Record<string, unknown>;
  return HEADLINE.filter((name) => isHeadline(name, metrics)).flatMap(
    (name) => showFigure(name, figures[name]) ?? [],
  );
}

/**
 * Shows the score of a run in large digits, and beside the score the figures that show how steady the frame times of a
 * capture are, with their meanings on demand. Says below the figures if many frames of the capture were never
 * displayed.
 */
export function Headline({ run: { score, unit, metrics } }: { run: ShownRun }) {
  if (score === null) return null;
  const figures = headlineOf({ metrics });
  return (
    <div class="stack">
      <dl class="headline">
        <div>
          <dt>{unit === "fps" ? "average" : "score"}</dt>
          <dd class="score">
            {formatFigure(score, unit)} <span class="unit">{unit}</span>
          </dd>
        </div>
        {figures
          .filter(({ name }) => name !== "average_fps")
          .map(({ label, value, unit }) => (
            <div>
              <dt>{label}</dt>
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
