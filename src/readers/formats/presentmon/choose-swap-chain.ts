import { noFrames } from "../../capture/capture-errors.ts";
import { rowCount } from "../../capture/frame-series.ts";
import { counted, listed, quoted } from "../../plain-text.ts";
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
  warnings: string[];
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
  const detail = `The capture holds only the desktop: ${listed(shells.map(describe))}. Start the capture while the game is in front, or capture the game's process by name.`;
  throw new ReaderError("compositor_only", detail);
}

// A process without a name is the compositor (in older tools) or a protected game; the file does not tell which.
function rejectUnnamed(chosen: SwapChain, named: readonly SwapChain[]): void {
  if (chosen.application !== "" || named.length === 0) return;
  const detail = `Most rows of the capture belong to ${describe(chosen)}; beside it there is ${listed(named.map(describe))}. Capture the game alone, with the capture tool started as administrator so that it can record the game's name.`;
  throw new ReaderError("unnamed_application", detail);
}

function describe(swapChain: SwapChain): string {
  const { application, processId } = swapChain;
  const name = application === "" ? "a process without a name" : quoted(application);
  const id = processId === "" ? "" : `process ${processId}, `;
  return `${name} (${id}${counted(rowCount(swapChain), "row")})`;
}

function warningsAbout(chosen: SwapChain, others: readonly SwapChain[]): string[] {
  const isSameProcess = ({ application, processId }: SwapChain) =>
    processId === chosen.processId && application === chosen.application;
  const otherProcesses = others.filter((swapChain) => !isSameProcess(swapChain));
  const sameProcess = others.filter(isSameProcess);
  const warnings: string[] = [];
  if (otherProcesses.length > 0) {
    const names = listed(otherProcesses.map(describe));
    warnings.push(`The figures are those of ${describe(chosen)}; the capture also holds ${names}.`);
  }
  if (sameProcess.length > 0) {
    const rows = listed(sameProcess.map((swapChain) => counted(rowCount(swapChain), "row")));
    warnings.push(
      `The figures are those of one swap chain of ${describe(chosen)}; another of the same process is left out (${rows}), as after a change of resolution.`,
    );
  }
  return warnings;
}
