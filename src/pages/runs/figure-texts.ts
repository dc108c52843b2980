import { labelOfFigure } from "../../compare/index.ts";
import { figureWords } from "../../openapi/words/figures.ts";
import { resultWords } from "../../openapi/words/results.ts";
import { formatFigure } from "../layout/figures.tsx";

/** A figure as a page shows it: its name, its value in text, its unit, and what it means. */
export interface ShownFigure {
  name: string;
  label: string;
  value: string;
  unit: string;
  /** A sentence of the glossary of the API; undefined where it has none. */
  meaning: string | undefined;
}

const words = { ...resultWords, ...figureWords };

/** The units that stand in the names of figures. */
const UNITS: readonly [end: string, unit: string][] = [
  ["_fps", "fps"],
  ["_ms", "ms"],
  ["_duration_s", "s"],
];

/** Scores of 3DMark have their unit in no name. */
const IN_POINTS = new Set(["graphics_score", "overall_score", "cpu_score"]);

/** Returns what a figure of a run means, in the words of the API; undefined where they say nothing of it. */
export function meaningOf(name: string): string | undefined {
  // What follows is about null, which pages show as no figure at all.
  const text = words[name]?.text?.replace(/; null = .*$/, "");
  return text === undefined || text.endsWith(".") ? text : `${text}.`;
}

/** Returns a figure of the metrics of a run as a page shows it; null for what is no figure, such as the name of the tool. */
export function showFigure(name: string, value: unknown): ShownFigure | null {
  if (typeof value !== "number") return null;
  const unit = unitOf(name);
  return {
    name,
    label: labelOfFigure(name.replace(/^tool_/, "")),
    value: formatFigure(value, unit, unit === "s" ? 1 : undefined),
    unit,
    meaning: meaningOf(name),
  };
}

function unitOf(name: string): string {
  if (IN_POINTS.has(name)) return "points";
  return UNITS.find(([end]) => `_${name}`.endsWith(end))?.[1] ?? "";
}
