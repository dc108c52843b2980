import { labelOfFigure } from "../../compare/index.ts";
import { figureWords } from "../../openapi/words/figures.ts";
import { resultWords } from "../../openapi/words/results.ts";
import { formatFigure } from "../layout/figures.tsx";

/** A metric as a page shows it: its name, its value as text, its unit, and its meaning. */
export interface ShownFigure {
  name: string;
  label: string;
  value: string;
  unit: string;
  /** The sentence of the API's glossary about the metric; undefined if the glossary does not explain the metric. */
  meaning: string | undefined;
}

const words = { ...resultWords, ...figureWords };

/** The units of metrics, by the ends of the metrics' names, such as `_fps`. */
const UNITS: readonly [end: string, unit: string][] = [
  ["_fps", "fps"],
  ["_ms", "ms"],
  ["_percent", "%"],
  ["_fps_per_watt", "fps/W"],
  ["_duration_s", "s"],
];

/** The scores of 3DMark, which are in points although their names do not contain this unit. */
const IN_POINTS = new Set(["graphics_score", "overall_score", "cpu_score"]);

/**
 * Returns the meaning of a metric of a run from the API's glossary; undefined if the glossary does not explain the
 * metric.
 */
export function meaningOf(name: string): string | undefined {
  // Cut off the explanation of null, because pages show no metric that is null.
  const text = words[name]?.text?.replace(/; null = .*$/, "");
  return text === undefined || text.endsWith(".") ? text : `${text}.`;
}

/**
 * Returns a metric of a run as a page shows it; null for a value that is not a number, such as the name of the tool.
 */
export function showFigure(name: string, value: unknown): ShownFigure | null {
  if (typeof value !== "number") return null;
  const unit = unitOf(name);
  return {
    name,
    label: labelOfFigure(name.replace(/^tool_/, "")),
    value: formatFigure(value, unit),
    unit,
    meaning: meaningOf(name),
  };
}

function unitOf(name: string): string {
  if (IN_POINTS.has(name)) return "points";
  return UNITS.find(([end]) => `_${name}`.endsWith(end))?.[1] ?? "";
}
