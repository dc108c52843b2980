import { limits } from "../limits.ts";
import { plainText } from "../plain-text.ts";
import { ReaderError } from "../reader-error.ts";
import { createChain } from "./chain.ts";
import type { Chain } from "./chain.ts";
import type { FrameColumns } from "./columns.ts";

const maxNameLength = 260;

/** The chains of a capture. */
export interface ChainIndex {
  /** The chain that a row belongs to. Throws ReaderError `too_many_chains`. */
  chainOf(cells: readonly string[], line: number): Chain;
  /** All chains in the order of their first rows. */
  all(): Chain[];
}

// Only the file name is kept: a path can hold the name of the person who made the capture.
function applicationName(cell: string): string {
  const name = plainText(cell.slice(cell.search(/[^/\\]*$/)), maxNameLength);
  return /^(?:<.*>|unknown|na)$/i.test(name) ? "" : name;
}

/** Groups rows by application, process and swap chain, as far as the file has these columns. */
export function createChainIndex(columns: FrameColumns): ChainIndex {
  const chains = new Map<string, Chain>();

  function add(key: string, cells: readonly string[], line: number): Chain {
    if (chains.size === limits.maxChains) {
      const detail = `The capture has more than ${limits.maxChains} processes and swap chains by line ${line}. Capture the game alone, or check that the columns Application, ProcessID and SwapChainAddress hold what they say.`;
      throw new ReaderError("too_many_chains", detail, line);
    }
    const cell = (index: number) => cells[index]?.trim() ?? "";
    const chain = createChain(
      applicationName(cell(columns.application)),
      plainText(cell(columns.processId), maxNameLength),
      plainText(cell(columns.swapChain), maxNameLength),
    );
    chains.set(key, chain);
    return chain;
  }

  return {
    chainOf(cells, line) {
      const key = `${cells[columns.application]}\0${cells[columns.processId]}\0${cells[columns.swapChain]}`;
      return chains.get(key) ?? add(key, cells, line);
    },
    all: () => [...chains.values()],
  };
}
