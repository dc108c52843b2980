import { counted, listed, quoted } from "../plain-text.ts";
import { noFrames, rowCount } from "../logs/frame-series.ts";
import { ReaderError } from "../reader-error.ts";
import type { Chain } from "./chain.ts";

// Windows' compositor and shell, and the overlays that capture tools record beside the game.
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

interface ChosenChain {
  chain: Chain;
  warnings: string[];
}

function isShell(chain: Chain): boolean {
  return shellProcesses.has(chain.application.toLowerCase());
}

function describe(chain: Chain): string {
  const name = chain.application === "" ? "a process without a name" : quoted(chain.application);
  const id = chain.processId === "" ? "" : `process ${chain.processId}, `;
  return `${name} (${id}${counted(rowCount(chain), "row")})`;
}

// Most rows first; a tie is decided by the names, so that the order of the rows does not matter.
function byRows(a: Chain, b: Chain): number {
  const keyOf = ({ application, processId, swapChain }: Chain) =>
    [application, processId, swapChain].join("\0");
  return rowCount(b) - rowCount(a) || (keyOf(a) < keyOf(b) ? -1 : 1);
}

function rejectNoApplication(shells: readonly Chain[]): never {
  if (shells.length === 0) throw noFrames();
  const detail = `The capture holds only the desktop: ${listed(shells.map(describe))}. Start the capture while the game is in front, or capture the game's process by name.`;
  throw new ReaderError("compositor_only", detail);
}

// An unnamed process is the compositor (older tools) or a protected game: which of them, the file does not tell.
function rejectUnnamed(chosen: Chain, named: readonly Chain[]): void {
  if (chosen.application !== "" || named.length === 0) return;
  const detail = `Most rows of the capture belong to ${describe(chosen)}; beside it there is ${listed(named.map(describe))}. Capture the game alone, with the capture tool started as administrator so that it can record the game's name.`;
  throw new ReaderError("unnamed_application", detail);
}

function warningsAbout(chosen: Chain, others: readonly Chain[]): string[] {
  const isSameProcess = (chain: Chain) =>
    chain.processId === chosen.processId && chain.application === chosen.application;
  const processes = others.filter((chain) => !isSameProcess(chain));
  const swapChains = others.filter(isSameProcess);
  const warnings: string[] = [];
  if (processes.length > 0) {
    const names = listed(processes.map(describe));
    warnings.push(`The figures are those of ${describe(chosen)}; the capture also holds ${names}.`);
  }
  if (swapChains.length > 0) {
    const rows = listed(swapChains.map((chain) => counted(rowCount(chain), "row")));
    warnings.push(
      `The figures are those of one swap chain of ${describe(chosen)}; another of the same process is left out (${rows}), as after a change of resolution.`,
    );
  }
  return warnings;
}

/**
 * The chain that holds the game: compositor and shell put aside, the one with most rows.
 * Throws ReaderError `no_frames`, `compositor_only`, or `unnamed_application` where a process without a name has most rows beside named ones.
 */
export function chooseChain(chains: readonly Chain[]): ChosenChain {
  const candidates = chains.filter((chain) => !isShell(chain)).sort(byRows);
  const [chosen, ...others] = candidates;
  if (chosen === undefined) return rejectNoApplication(chains.filter(isShell).sort(byRows));
  rejectUnnamed(
    chosen,
    others.filter(({ application }) => application !== ""),
  );
  return { chain: chosen, warnings: warningsAbout(chosen, others) };
}
