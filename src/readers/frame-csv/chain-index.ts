import { limits } from "../limits.ts";
import { plainText } from "../plain-text.ts";
import { ReaderError } from "../reader-error.ts";
import type { Row } from "../rows/row.ts";
import { createChain, type Chain } from "./chain.ts";
import type { FrameColumns } from "./columns.ts";

const maxNameLength = 260;

/** The chains of a capture. */
export interface ChainIndex {
  /** The chain that a row belongs to. Throws ReaderError `too_many_chains`. */
  chainOf(row: Row): Chain;
  /** All chains in the order of their first rows. */
  all(): Chain[];
}

// What the rows of a chain have in common.
interface ChainKey {
  application: string;
  processId: string;
  swapChain: string;
}

// Only the file name is kept: a path can hold the name of the person who made the capture.
function applicationName(cell: string): string {
  const name = plainText(cell.slice(cell.search(/[^/\\]*$/)), maxNameLength);
  return /^(?:<.*>|unknown|na)$/i.test(name) ? "" : name;
}

function newChain({ application, processId, swapChain }: ChainKey): Chain {
  return createChain(
    applicationName(application),
    plainText(processId, maxNameLength),
    plainText(swapChain, maxNameLength),
  );
}

/** Groups rows by application, process and swap chain, as far as the file has these columns. */
export function createChainIndex(columns: FrameColumns): ChainIndex {
  const chains = new Map<string, Chain>();
  // Most rows belong to the same chain as the row before: they are recognised without making a text of their cells.
  let latest: { key: ChainKey; chain: Chain } | null = null;

  function isOf(row: Row, key: ChainKey): boolean {
    return (
      row.is(columns.swapChain, key.swapChain) &&
      row.is(columns.processId, key.processId) &&
      row.is(columns.application, key.application)
    );
  }

  function find(key: ChainKey, line: number): Chain {
    const id = [key.application, key.processId, key.swapChain].join("\0");
    const known = chains.get(id);
    if (known !== undefined) return known;
    if (chains.size === limits.maxChains) {
      const detail = `The capture has more than ${limits.maxChains} processes and swap chains by line ${line}. Capture the game alone, or check that the columns Application, ProcessID and SwapChainAddress hold what they say.`;
      throw new ReaderError("too_many_chains", detail, line);
    }
    const chain = newChain(key);
    chains.set(id, chain);
    return chain;
  }

  return {
    chainOf(row) {
      if (latest !== null && isOf(row, latest.key)) return latest.chain;
      const key = {
        application: row.text(columns.application),
        processId: row.text(columns.processId),
        swapChain: row.text(columns.swapChain),
      };
      const chain = find(key, row.line);
      latest = { key, chain };
      return chain;
    },
    all: () => [...chains.values()],
  };
}
