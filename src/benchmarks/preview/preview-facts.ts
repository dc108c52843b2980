import { cleanText } from "../../charts/svg-text.ts";
import { formatFigure } from "../../charts/format-figure.ts";
import type { PartSummary } from "../../answers/part-summary.ts";
import { standingInWords } from "../../charts/standing-in-words.ts";
import type { UnrankedReason } from "../../readers/index.ts";
import { isHeadline } from "../model/headline-figures.ts";
import type { RunStanding } from "../../standings/index.ts";

/**
 * The facts about a run that its picture shows. The names come from people and files, and must be cleaned before they
 * are drawn.
 */
export interface PreviewedRun {
  benchmark: { name: string; unit: string };
  title: string | null;
  status: string;
  score: number | null;
  metrics: object | null;
  unranked: { code: UnrankedReason["code"] } | null;
  build: {
    name: string;
    owner: { name: string } | null;
    parts: { cpu?: PartSummary; gpu?: PartSummary };
  };
  standing: RunStanding | null | undefined;
}

/** The texts of the picture of a run. Each text is one cleaned line that fits into the picture. */
export interface PreviewTexts {
  title: string;
  /** The score of the run; "Being read" or "No result" for a run without a score. */
  figure: string;
  unit: string;
  /** The figures of a capture that the picture of a run shows beside the score. */
  others: { label: string; figure: string; unit: string }[];
  hardware: string[];
  build: string;
  standing: string;
}

/** The maximum number of characters of each text in the picture of a run. */
const ROOM = { title: 46, build: 62, part: 62 } as const;

/** Returns the texts of the picture of a run. */
export function previewTextsOf(run: PreviewedRun): PreviewTexts {
  const { benchmark, title, build } = run;
  const { cpu, gpu } = build.parts;
  const owner = build.owner?.name ? ` · ${build.owner.name}` : "";
  return {
    title: cleanText(title === null ? benchmark.name : `${benchmark.name} · ${title}`, ROOM.title),
    ...scoreOf(run),
    others: lowsOf(run.metrics),
    hardware: [cpu, gpu].flatMap((part) =>
      part ? [cleanText(`${part.make} ${part.model}`, ROOM.part)] : [],
    ),
    build: cleanText(`${build.name}${owner}`, ROOM.build),
    standing: standingOf(run),
  };
}

function scoreOf({ status, score, benchmark }: PreviewedRun) {
  if (score !== null) return { figure: formatFigure(score, benchmark.unit), unit: benchmark.unit };
  return { figure: status === "failed" ? "No result" : "Being read", unit: "" };
}

/** The figures of a capture that show how steady its frame rate is, with their labels. */
const LOWS = { low_1_fps: "1 % low", low_0_1_fps: "0.1 % low" } as const;

function lowsOf(metrics: object | null): PreviewTexts["others"] {
  const figures = (metrics ?? {}) as Record<string, unknown>;
  return Object.entries(LOWS).flatMap(([name, label]) => {
    const value = figures[name];
    return typeof value === "number" && isHeadline(name, metrics)
      ? [{ label, figure: formatFigure(value, "fps"), unit: "fps" }]
      : [];
  });
}

const WHY_UNRANKED: Readonly<Record<UnrankedReason["code"], string>> = {
  implausible: "the result is implausible",
  outlier: "the score is an outlier",
  rejected: "a reviewer rejected it",
  clock_contradicts: "the file's clock and frame times differ",
  rows_left_out: "some rows of the file cannot be read",
  too_short: "the capture is too short",
};

function standingOf({ status, unranked, standing }: PreviewedRun): string {
  if (unranked) return `Not ranked: ${WHY_UNRANKED[unranked.code]}`;
  const all = status === "complete" ? standing?.all : null;
  if (!all) return "";
  return standingInWords(all);
}
