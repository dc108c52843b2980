import { noFrames } from "../../capture/capture-errors.ts";
import { rowCount } from "../../capture/frame-series.ts";
import { counted, fromFile, listed, message, ownWords, quoted, type Message } from "../../message.ts";
import { ReaderError } from "../../reader-error.ts";
import type { SwapChain } from "./swap-chain.ts";

/**
 * The swap chain of the game: the swap chain with most rows, those of the Windows compositor, shell and overlays left aside.
 * @throws ReaderError `no_frames`, `compositor_only`, or `unnamed_application` where a process without a name has most rows
 * and processes with names have rows too
 */
export function chooseSwapChain(swapChains: readonly SwapChain[]): ChosenSwapChain {
  const candidates = swapChains.filter((swapChain) => !isShell(swapChain)).sort(byRows);
  const [chosen, ...others] = candidates;
  if (chosen === undefined) return rejectNoApplication(swapChains.filter(isShell).sort(byRows));
  rejectUnnamed(
    chosen,
    others.filter(({ application }) => application !== ""),
  );
  return { swapChain: chosen, warnings: warningsAbout(chosen, others) };
}

interface ChosenSwapChain {
  swapChain: SwapChain;
  warnings: Message[];
}

// The compositor and shell of Windows, and the overlays that capture tools record beside the game.
const shellProcesses = new Set([
  "applicationframehost.exe",
  "csrss.exe",
  "dwm.exe",
  "explorer.exe",
  "gamebar.exe",
  "lockapp.exe",
  "nvidia overlay.exe",
  "nvidia share.exe",
  "searchapp.exe",
  "searchhost.exe",
  "shellexperiencehost.exe",
  "shellhost.exe",
  "startmenuexperiencehost.exe",
  "systemsettings.exe",
  "textinputhost.exe",
  "widgets.exe",
]);

function isShell(swapChain: SwapChain): boolean {
  return shellProcesses.has(swapChain.application.toLowerCase());
}

// Most rows first. Names decide a tie, so that the order of the rows does not matter.
function byRows(a: SwapChain, b: SwapChain): number {
  const keyOf = ({ application, processId, address }: SwapChain) =>
    [application, processId, address].join("\0");
  return rowCount(b) - rowCount(a) || (keyOf(a) < keyOf(b) ? -1 : 1);
}

function rejectNoApplication(shells: readonly SwapChain[]): never {
  if (shells.length === 0) throw noFrames();
  const detail = message`The capture holds only the desktop: ${listed(shells.map((shell) => describe(shell, "a process of the desktop")))}. Start the capture while the game is in front, or capture the game's process by name.`;
  throw new ReaderError("compositor_only", detail);
}

// A process without a name is the compositor (in older tools) or a protected game; the file does not tell which.
function rejectUnnamed(chosen: SwapChain, named: readonly SwapChain[]): void {
  if (chosen.application !== "" || named.length === 0) return;
  const detail = message`Most rows of the capture belong to ${describe(chosen)}; beside it there is ${listed(named.map((other) => describe(other)))}. Capture the game alone, with the capture tool started as administrator so that it can record the game's name.`;
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
