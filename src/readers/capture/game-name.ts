import { UNREADABLE } from "../bytes/encoding.ts";
import { looksPrivate } from "../looks-private.ts";
import { message, type Message } from "../message.ts";
import { plainText } from "../plain-text.ts";
import type { CaptureRequest } from "../read-result.ts";
import { withoutFolder } from "../without-folder.ts";
import { executableIn, isCompatibilityLayer, isOtherProcess } from "./other-processes.ts";

const MAX_NAME_LENGTH = 260;

/**
 * Names the game of a capture: by the application in the file, else by the request, else by the file name, if the file
 * name matches the tool's pattern. Returns null where none of the three names a game.
 */
export function nameGame({ application, tool, request }: UnnamedCapture): string | null {
  if (application !== null) return application;
  const stated = request.application ?? "";
  return stated !== "" && !isUnnamed(stated) ? stated : gameInFileName(tool, request.fileName ?? "");
}

interface UnnamedCapture {
  /** The application that the file names; null if the file names no application. */
  application: string | null;
  tool: string;
  request: CaptureRequest;
}

// The patterns of the file names that capture tools write: the name of the game and the start of the capture. A browser
// may add " (1)" to a file that it saves again.
const fileNamesByTool: Readonly<Record<string, RegExp>> = {
  MangoHud: /^(.+)_\d{4}-\d\d-\d\d_\d\d-\d\d-\d\d(?: ?\(\d{1,3}\))?\.csv$/i,
  FRAPS: /^(.+) \d{4}-\d\d-\d\d \d\d-\d\d-\d\d-\d\d frametimes(?: ?\(\d{1,3}\))?\.csv$/i,
  OCAT: /^OCAT-(.+)-\d{4}-\d\d-\d\dT\d{6}(?: ?\(\d{1,3}\))?\.csv$/i,
  FrameView: /^FrameView_(.+)_\d{4}_\d\d_\d\dT\d{6}_Log(?: ?\(\d{1,3}\))?\.csv$/i,
  // The graphical application of Intel PresentMon writes files with names such as
  // "pmcap-<application>-<date>-<time>.csv".
  PresentMon: /^pmcap-(.+)-\d{6}-\d{6}(?: ?\(\d{1,3}\))?\.csv$/i,
};

/**
 * Returns the game in a file name; null where the file name does not match the tool's pattern, names a program that is
 * no game, is unreadable, or contains a path or an email address.
 */
function gameInFileName(tool: string, fileName: string): string | null {
  const name = nameInFileName(tool, fileName);
  const isNoGame = isOtherProcess(executableIn(name) ?? "") || isCompatibilityLayer(name);
  return name === "" || name.includes(UNREADABLE) || isUnnamed(name) || isNoGame || looksPrivate(name)
    ? null
    : name;
}

/** Returns the part of a file name that names the game; empty if the file name does not match the tool's pattern. */
function nameInFileName(tool: string, fileName: string): string {
  return plainText(fileNamesByTool[tool]?.exec(withoutFolder(fileName))?.[1] ?? "", MAX_NAME_LENGTH);
}

/**
 * Returns the warning that the game in the name of the file is left out, because the name is in an unknown code page.
 * Returns an empty list if the name is readable, or the game is named elsewhere.
 */
export function warningsOfFileName(capture: UnnamedCapture): Message[] {
  const { tool, request } = capture;
  const isUnreadable = nameInFileName(tool, request.fileName ?? "").includes(UNREADABLE);
  return isUnreadable && nameGame(capture) === null ? [UNREADABLE_FILE_NAME] : [];
}

const UNREADABLE_FILE_NAME = message`The name of the file is not written in UTF-8, as in a ZIP archive that was packed with a code page of Windows. The archive does not say which code page it is, so the game in the name is left out.`;

/** Whether a text stands for an application whose name the capture tool could not determine. */
export function isUnnamed(name: string): boolean {
  return /^(?:<.*>|unknown|na)$/i.test(name);
}
