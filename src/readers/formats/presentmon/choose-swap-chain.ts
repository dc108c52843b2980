import { isReadableName, statedName } from "../../capture/application-name.ts";
import { noFrames } from "../../capture/capture-errors.ts";
import { rowCount } from "../../capture/frame-series.ts";
import {
  isAmbiguous,
  isCompatibilityLayer,
  isDesktopProcess,
  isLosslessScaling,
  isOtherProcess,
  isScaler,
  processKey,
} from "../../capture/other-processes.ts";
import { counted, fromFile, listed, message, ownWords, quoted, type Message } from "../../message.ts";
import { ReaderError } from "../../reader-error.ts";
import type { SwapChain } from "./swap-chain.ts";

// The minimum number of rows that a game usually has in a capture. If the chosen program has fewer rows, and another
// program has more than MAX_USUAL_RATIO times that number of rows, the chosen program may run beside games and be
// missing from the lists of `other-processes.ts`.
const MIN_USUAL_ROWS = 100;
const MAX_USUAL_RATIO = 10;

/**
 * Chooses the swap chain of the game: of the swap chains of one program, the one with the most rows. The program is the
 * requested application. If no application is requested, or the capture names no program, it is the program with the
 * most rows, without programs that are known to run beside games. A program whose name may belong to a game as well, or
 * to a layer that shows the frames of games, is chosen only if the capture has no other candidate.
 * @param application the requested executable, with or without ".exe"; undefined where none is requested
 * @throws ReaderError `no_frames`, `compositor_only`, `not_a_game`, `application_not_found`, or `unnamed_application`
 * where a process without a name would be chosen and processes with names have rows too
 */
export function chooseSwapChain(swapChains: readonly SwapChain[], application?: string): ChosenSwapChain {
  const sorted = [...swapChains].sort(byRows);
  if (sorted.length === 0) throw noFrames();
  const isNamed = sorted.some((swapChain) => statedName(swapChain.application) !== null);
  if (application !== undefined && isNamed) {
    return { ...chosenOf(findApplication(sorted, application), sorted), doubts: [] };
  }
  const games = sorted.filter((swapChain) => !isOtherProcess(swapChain.application));
  const certain = games.filter(
    ({ application }) => !isAmbiguous(application) && !isCompatibilityLayer(application),
  );
  const chosen = largestProgram(certain.length > 0 ? certain : games);
  if (chosen === undefined) throw noGame(sorted);
  if (chosen.swapChain.application === "") rejectUnnamed(chosen.swapChain, sorted);
  return { ...chosenOf(chosen.swapChain, sorted), doubts: doubtsAbout(chosen, sorted) };
}

interface ChosenSwapChain {
  swapChain: SwapChain;
  warnings: Message[];
  /** Reasons to doubt that the chosen program is the game; empty if the program was requested. */
  doubts: Message[];
}

/** A program: its largest swap chain, and the number of its rows in all its swap chains. */
interface Program {
  swapChain: SwapChain;
  rows: number;
}

/**
 * Returns the program with the most rows in all its swap chains; undefined if there are no swap chains. Each process
 * without a name counts as a program of its own.
 * @param sorted the swap chains, those with the most rows first
 */
function largestProgram(sorted: readonly SwapChain[]): Program | undefined {
  const programs = new Map<string, Program>();
  for (const swapChain of sorted) {
    const { application, processId } = swapChain;
    const key = application === "" ? `\0${processId}` : processKey(application);
    const program = programs.get(key) ?? { swapChain, rows: 0 };
    programs.set(key, { ...program, rows: program.rows + rowCount(swapChain) });
  }
  return [...programs.values()].reduce<Program | undefined>(
    (largest, program) => (largest !== undefined && largest.rows >= program.rows ? largest : program),
    undefined,
  );
}

function doubtsAbout({ swapChain, rows }: Program, sorted: readonly SwapChain[]): Message[] {
  const others = sorted.filter(
    ({ application }) =>
      processKey(application) !== processKey(swapChain.application) &&
      !isDesktopProcess(application) &&
      !isScaler(application),
  );
  const other = largestProgram(others);
  if (rows >= MIN_USUAL_ROWS || other === undefined || other.rows <= MAX_USUAL_RATIO * rows) return [];
  const name = nameOf(swapChain, quoted(swapChain.application).detail);
  return [
    message`${name} may be no game: it has only ${counted(rows, "row")}, and ${nameOf(other.swapChain)} has ${other.rows}. Send the file once more and name the game in the field "application".`,
  ];
}

function chosenOf(swapChain: SwapChain, all: readonly SwapChain[]): Omit<ChosenSwapChain, "doubts"> {
  const others = all.filter((other) => other !== swapChain && !isDesktopProcess(other.application));
  return { swapChain, warnings: warningsAbout(swapChain, others) };
}

function findApplication(sorted: readonly SwapChain[], application: string): SwapChain {
  const key = processKey(application);
  const found = sorted.find((swapChain) => processKey(swapChain.application) === key);
  // A process with an unreadable name may be the requested application, unless another process has the name of a
  // possible game.
  const hasNamedGame = sorted.some(
    ({ application: name }) => statedName(name) !== null && !isOtherProcess(name),
  );
  const unreadable = sorted.find((swapChain) => !isReadableName(swapChain.application));
  const chosen = found ?? (hasNamedGame ? undefined : unreadable);
  if (chosen !== undefined) return chosen;
  const names = listed(sorted.map((swapChain) => describe(swapChain)));
  const detail = message`The capture has no frames of ${quoted(application, "the application that the submission names")}. It holds ${names}. Send the file once more, and name one of these in the field "application", or leave the field empty.`;
  throw new ReaderError("application_not_found", detail);
}

// Orders swap chains by their number of rows, those with the most rows first. Swap chains with equal numbers of rows
// are ordered by their names, so that the order of the rows in the file does not matter.
function byRows(a: SwapChain, b: SwapChain): number {
  const keyOf = ({ application, processId, address }: SwapChain) =>
    [application, processId, address].join("\0");
  return rowCount(b) - rowCount(a) || (keyOf(a) < keyOf(b) ? -1 : 1);
}

function noGame(sorted: readonly SwapChain[]): ReaderError {
  const others = sorted.filter(({ application }) => !isDesktopProcess(application));
  if (others.length === 0) {
    const shells = listed(sorted.map((shell) => describe(shell, "a process of the desktop")));
    const detail = message`The capture holds only the desktop: ${shells}. Start the capture while the game is in front, or capture the game's process by name.`;
    return new ReaderError("compositor_only", detail);
  }
  const names = listed(others.map((other) => describe(other, "a program that is no game")));
  const detail = message`The capture holds no game, only programs that run beside games: ${names}. Start the capture while the game is in front, or capture the game's process by name. If you measured one of these programs, send the file once more and name the program in the field "application".`;
  return new ReaderError("not_a_game", detail);
}

// Refuses to choose a process without a name: it may be the compositor (in older tools) or a protected game, and the
// file does not say which.
function rejectUnnamed(chosen: SwapChain, sorted: readonly SwapChain[]): void {
  const named = sorted.filter(({ application }) => application !== "" && !isDesktopProcess(application));
  if (named.length === 0) return;
  const detail = message`The game in this capture may be ${describe(chosen)}; the capture also contains ${listed(named.map((other) => describe(other)))}. Capture the game alone, with the capture tool started as administrator so that it can record the game's name.`;
  throw new ReaderError("unnamed_application", detail);
}

/**
 * Describes a process for the owner of the file, by its name and id. In the public form of the message, `publicName`
 * replaces both.
 */
function describe(swapChain: SwapChain, publicName = "another process"): Message {
  const { processId } = swapChain;
  const id = fromFile(processId === "" ? "" : `process ${processId}, `, "");
  return message`${nameOf(swapChain, publicName)} (${id}${counted(rowCount(swapChain), "row")})`;
}

function nameOf({ application }: SwapChain, publicName = "another process"): Message {
  if (application === "") return ownWords("a process without a name");
  return isReadableName(application)
    ? quoted(application, publicName)
    : ownWords("a process whose name is not written in UTF-8");
}

/**
 * Describes the process whose metrics are read. The name of this process is public, because the run names the process
 * as its game (`variant`).
 */
function describeChosen(swapChain: SwapChain): Message {
  return describe(swapChain, quoted(swapChain.application).detail);
}

const UNREADABLE_NAME = message`The file does not write the name of the program in UTF-8: its letters are lost, or written in a code page of Windows that the file does not name. The name is left out, so the game is unknown.`;

function warningsAbout(chosen: SwapChain, others: readonly SwapChain[]): Message[] {
  const isSameProcess = ({ application, processId }: SwapChain) =>
    processId === chosen.processId && application === chosen.application;
  const otherProcesses = others.filter((swapChain) => !isSameProcess(swapChain));
  const sameProcess = others.filter(isSameProcess);
  const warnings = isReadableName(chosen.application) ? [] : [UNREADABLE_NAME];
  if (otherProcesses.length > 0) {
    const names = listed(otherProcesses.map((other) => describe(other)));
    warnings.push(
      message`The figures are those of ${describeChosen(chosen)}; the capture also holds ${names}.`,
    );
  }
  if (otherProcesses.some(({ application }) => isLosslessScaling(application))) {
    warnings.push(
      message`The figures are those of the frames that the game rendered, without the frames that Lossless Scaling generated from them.`,
    );
  }
  if (sameProcess.length > 0) {
    const rows = listed(sameProcess.map((swapChain) => counted(rowCount(swapChain), "row")));
    warnings.push(
      message`The figures are those of one swap chain of ${describeChosen(chosen)}; another swap chain of the same process is left out (${rows}). A process begins a new swap chain after a change of resolution, for instance.`,
    );
  }
  return warnings;
}
