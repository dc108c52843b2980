import { quoted } from "../plain-text.ts";
import type { FileFormat } from "../read-result.ts";
import { adviceFor } from "./advice.ts";
import type { FileKind, Recognition } from "./file-kinds.ts";

const acceptedKinds: Record<FileFormat, readonly FileKind[]> = {
  "3dmark-xml": ["3dmark-export", "zip"],
  "frame-csv": ["frame-log", "fraps-frame-times", "mangohud-log", "afterburner-log"],
};

const expectations: Record<FileFormat, string> = {
  "3dmark-xml": "Expected was the XML export of a 3DMark run, or its .3dmark-result file.",
  "frame-csv":
    "Expected was a frame-time CSV with one row for each frame, as PresentMon, CapFrameX, OCAT, FrameView, MangoHud and FRAPS write it.",
};

/** Why a file cannot be of a format. */
export interface Refusal {
  code: "empty_file" | "no_frame_times" | "wrong_format";
  /** What the file looks like, what was expected, and what to do. */
  detail: string;
}

function codeOf(kind: FileKind): Refusal["code"] {
  if (kind === "empty") return "empty_file";
  return kind === "frame-log-without-times" ? "no_frame_times" : "wrong_format";
}

/** Null for a file that may be of the format; otherwise the refusal to show to the person who sent it. */
export function refusalOf(recognition: Recognition | null, format: FileFormat): Refusal | null {
  if (recognition === null || acceptedKinds[format].includes(recognition.kind)) return null;
  const { found, showsSight, todo } = adviceFor(recognition.kind, format);
  const sight = showsSight && recognition.sight !== undefined ? ` ${quoted(recognition.sight)}` : "";
  return { code: codeOf(recognition.kind), detail: `${found}${sight}. ${expectations[format]} ${todo}` };
}
