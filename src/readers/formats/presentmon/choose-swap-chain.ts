import { noFrames } from "../../capture/capture-errors.ts";
import { rowCount } from "../../capture/frame-series.ts";
import { isDesktopProcess, isOtherProcess, processKey } from "../../capture/other-processes.ts";
import { counted, fromFile, listed, message, ownWords, quoted, type Message } from "../../message.ts";
import { ReaderError } from "../../reader-error.ts";
import type { SwapChain } from "./swap-chain.ts";

/**
 * The swap chain of the game: that of the application asked for with most rows; else, of those that belong to no program that is
 * known to run beside games, the one with most rows.
 * @param application the executable asked for, with or without ".exe"; undefined where none is
 * @throws ReaderError `no_frames`, `compositor_only`, `not_a_game`, `application_not_found`, or `unnamed_application` where a process
 * without a name would be chosen and processes with names have rows too
 */
export function chooseSwapChain(swapChains: readonly SwapChain[], application?: string): ChosenSwapChain {
  const sorted = [...swapChains].sort(byRows);
  if (sorted.length === 0) throw noFrames();
  const isNamed = sorted.some((swapChain) => swapChain.application !== "");
  if (application !== undefined && isNamed) return chosenOf(findApplication(sorted, application), sorted);
  const chosen = sorted.find((swapChain) => !isOtherProcess(swapChain.application));
  if (chosen === undefined) throw noGame(sorted);
  if (chosen.application === "") rejectUnnamed(chosen, sorted);
  return chosenOf(chosen, sorted);
}

interface ChosenSwapChain {
  swapChain: SwapChain;
  warnings: Message[];
}

function chosenOf(swapChain: SwapChain, all: readonly SwapChain[]): ChosenSwapChain {
  const others = all.filter((other) => other !== swapChain && !isDesktopProcess(other.application));
  return { swapChain, warnings: warningsAbout(swapChain, others) };
}

function findApplication(sorted: readonly SwapChain[], application: string): SwapChain {
  const key = processKey(application);
  const found = sorted.find((swapChain) => processKey(swapChain.application) === key);
  if (found !== undefined) return found;
  const names = listed(sorted.map((swapChain) => describe(swapChain)));
  const detail = message`The capture has no frames of ${quoted(application, "the application that was asked for")}. It holds ${names}. Send the file once more, and name one of these as "application" in benchmarks, or leave it out.`;
  throw new ReaderError("application_not_found", detail);
}

// Most rows first. Names decide a tie, so that the order of the rows does not matter.
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
  const detail = message`The capture holds no game, only programs that run beside games: ${names}. Start the capture while the game is in front, or capture the game's process by name. If one of these is what you measured, send the file once more and name it as "application" in benchmarks.`;
  return new ReaderError("not_a_game", detail);
}

// A process without a name is the compositor (in older tools) or a protected game; the file does not tell which.
function rejectUnnamed(chosen: SwapChain, sorted: readonly SwapChain[]): void {
  const named = sorted.filter(({ application }) => application !== "" && !isDesktopProcess(application));
  if (named.length === 0) return;
  const detail = message`What may be the game in this capture is ${describe(chosen)}; beside it there is ${listed(named.map((other) => describe(other)))}. Capture the game alone, with the capture tool started as administrator so that it can record the game's name.`;
  throw new ReaderError("unnamed_application", detail);
}

/** A process as its owner sees it, by its name and id. In the public form, `publicName` stands for both. */
function describe(swapChain: SwapChain, publicName = "another process"): Message {
  const { application, processId } = swapChain;
  const unnamed = ownWords("a process without a name");
  const name = application === "" ? unnamed : quoted(application, publicName);
  const id = fromFile(processId === "" ? "" : `process ${processId}, `, "");
  return message`${name} (${id}${counted(rowCount(swapChain), "row")})`;
}

/** The process whose figures are read. Its name is public: it is the variant of the run. */
function describeChosen(swapChain: SwapChain): Message {
  return describe(swapChain, quoted(swapChain.application).detail);
}

function warningsAbout(chosen: SwapChain, others: readonly SwapChain[]): Message[] {
  const isSameProcess = ({ application, processId }: SwapChain) =>
    processId === chosen.processId && application === chosen.application;
  const otherProcesses = others.filter((swapChain) => !isSameProcess(swapChain));
  const sameProcess = others.filter(isSameProcess);
  const warnings: Message[] = [];
  if (otherProcesses.length > 0) {
    const names = listed(otherProcesses.map((other) => describe(other)));
    warnings.push(
      message`The figures are those of ${describeChosen(chosen)}; the capture also holds ${names}.`,
    );
  }
  if (sameProcess.length > 0) {
    const rows = listed(sameProcess.map((swapChain) => counted(rowCount(swapChain), "row")));
    warnings.push(
      message`The figures are those of one swap chain of ${describeChosen(chosen)}; another of the same process is left out (${rows}), as after a change of resolution.`,
    );
  }
  return warnings;
}
