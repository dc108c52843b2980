import { message, ownWords, quoted, type Message } from "../message.ts";
import type { FileFormat } from "../read-result.ts";
import { usualAdvice } from "./advice.ts";
import type { Recognition } from "./file-kind.ts";

/**
 * Returns null for a file that may be of the expected format; otherwise the refusal for the person who sent the file.
 */
export function refusalOf(recognition: Recognition | null, expected: FileFormat): Refusal | null {
  if (recognition === null) return null;
  const { kind, evidence } = recognition;
  if (kind.acceptedAs === expected || kind.acceptedAs === "any") return null;
  const { looksLike, quotesEvidence = false, advice, code = "wrong_format" } = kind;
  const quote = quotesEvidence && evidence !== undefined ? message` ${quoted(evidence)}` : message``;
  const whatToDo = ownWords(`${expectations[expected]} ${advice?.[expected] ?? usualAdvice[expected]}`);
  return { code, message: message`${ownWords(looksLike)}${quote}. ${whatToDo}` };
}

/** The refusal of a file that cannot be of the expected format. */
export interface Refusal {
  code: "empty_file" | "no_frame_times" | "private_fields" | "wrong_format";
  /** A message that says what the file looks like, what was expected, and what to do. */
  message: Message;
}

const expectations: Record<FileFormat, string> = {
  "3dmark-xml": "Expected the XML export of a 3DMark run, or its .3dmark-result file.",
  "frame-csv":
    "Expected a frame-time CSV with one row for each frame, as PresentMon, CapFrameX, OCAT, FrameView, MangoHud and FRAPS write it, or a CapFrameX record (JSON).",
};
