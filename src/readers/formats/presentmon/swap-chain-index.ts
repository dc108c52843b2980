import { applicationName, MAX_NAME_LENGTH } from "../../capture/application-name.ts";
import type { RowChannels } from "../../channels/row-channels.ts";
import type { Row } from "../../csv/row.ts";
import { limits } from "../../limits.ts";
import { message } from "../../message.ts";
import { plainText } from "../../plain-text.ts";
import { ReaderError } from "../../reader-error.ts";
import type { FrameColumns } from "./frame-columns.ts";
import { createSwapChainFrames, type SwapChain } from "./swap-chain.ts";

/**
 * Groups rows by application, process and swap chain, or by those of the three that the file has columns for.
 * @param startChannels creates the channels of a new swap chain
 */
export function createSwapChainIndex(columns: FrameColumns, startChannels: () => RowChannels | null) {
  const swapChains = new Map<string, SwapChain>();
  // The swap chain of the previous row, to which most rows belong as well. Comparing the bytes of a row with those of
  // the previous row saves decoding its cells.
  let latest: { key: SwapChainKey; swapChain: SwapChain } | null = null;

  function hasKey(row: Row, key: SwapChainKey): boolean {
    return (
      row.is(columns.swapChain, key.address) &&
      row.is(columns.processId, key.processId) &&
      row.is(columns.application, key.application)
    );
  }

  function find(key: SwapChainKey, row: Row): SwapChain {
    const id = [key.application, key.processId, key.address].join("\0");
    const known = swapChains.get(id);
    if (known !== undefined) return known;
    if (swapChains.size === limits.maxSwapChains) throw tooManySwapChains(row.line);
    const isUtf8 = row.isUtf8(columns.application);
    const swapChain = {
      ...newSwapChain(key, isUtf8),
      runtime: row.text(columns.runtime),
      channels: startChannels(),
    };
    swapChains.set(id, swapChain);
    return swapChain;
  }

  return {
    /** Returns the swap chain to which a row of the capture belongs. @throws ReaderError `too_many_chains` */
    swapChainOf(row: Row): SwapChain {
      if (latest !== null && hasKey(row, latest.key)) return latest.swapChain;
      const key = {
        application: row.text(columns.application),
        processId: row.text(columns.processId),
        address: row.text(columns.swapChain),
      };
      const swapChain = find(key, row);
      latest = { key, swapChain };
      return swapChain;
    },
    /** Returns the swap chain to which the latest row of the capture belongs; null before the first row. */
    latest: () => latest?.swapChain ?? null,
    /** Returns all swap chains in the order of their first rows. */
    all: () => [...swapChains.values()],
  };
}

/** The cells that are equal in all rows of a swap chain. */
interface SwapChainKey {
  application: string;
  processId: string;
  address: string;
}

function newSwapChain({ application, processId, address }: SwapChainKey, isUtf8: boolean): SwapChain {
  return createSwapChainFrames(
    applicationName(application, isUtf8),
    plainText(processId, MAX_NAME_LENGTH),
    plainText(address, MAX_NAME_LENGTH),
  );
}

function tooManySwapChains(line: number): ReaderError {
  const detail = message`Up to line ${line}, the capture has more than ${limits.maxSwapChains} processes and swap chains. Capture the game alone, or check that the columns Application, ProcessID and SwapChainAddress hold names of programs, process ids and addresses.`;
  return new ReaderError("too_many_chains", detail, line);
}
