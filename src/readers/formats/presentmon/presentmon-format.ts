import { noHeader } from "../../capture/capture-errors.ts";
import type { CaptureFormat } from "../../capture/capture-format.ts";
import { resultOfFrames } from "../../capture/capture-result.ts";
import { checkRows } from "../../capture/check-rows.ts";
import { message, type Message } from "../../message.ts";
import type { ReadResult } from "../../read-result.ts";
import { chooseSwapChain } from "./choose-swap-chain.ts";
import { findFrameColumns, toolOf, type FrameColumns } from "./frame-columns.ts";
import { createFrameCollector, type Capture } from "./frame-collector.ts";
import type { SwapChain } from "./swap-chain.ts";
import { toolFigures } from "./tool-figures.ts";

/**
 * Frame captures of the PresentMon family: PresentMon 1.0 to 2.3.1 and later, Intel PresentMon, CapFrameX, OCAT, FrameView.
 * The variant is the game's executable, "unknown" where the file names none.
 */
export const presentMonFormat: CaptureFormat = {
  isHeader: (cells) => findFrameColumns(cells) !== null,
  start({ names, hasCommentLines }) {
    const columns = findFrameColumns(names);
    // The same line was recognised as the header before, but by a coarser reading of its quotation marks.
    if (columns === null) throw noHeader();
    const collector = createFrameCollector(names.length, columns);
    return {
      add: collector.add,
      finish: async () => await resultOf(collector.finish(), columns, toolOf(names, hasCommentLines)),
    };
  },
};

async function resultOf(capture: Capture, columns: FrameColumns, tool: string): Promise<ReadResult> {
  const { swapChain, warnings } = chooseSwapChain(capture.swapChains);
  const rowWarnings = checkRows(swapChain, capture.faults);
  const { application, frameTimes, dropped, zero, lastTimeS } = swapChain;
  return await resultOfFrames({
    tool,
    application: application === "" ? null : application,
    frameTimes: frameTimes.values(),
    droppedFrames: columns.displayed === null ? null : new Uint32Array(dropped.values()),
    toolFigures: (ascending) => toolFigures(tool, { ascending, zeroFrames: zero, lastTimeS }),
    warnings: [...warnings, ...rowWarnings, ...warningsOf(swapChain)],
  });
}

function warningsOf({ application, generated, frameTimes }: SwapChain): Message[] {
  const warnings: Message[] = [];
  if (application === "") {
    warnings.push(
      message`The capture does not name the application: its figures stand apart from those of any game.`,
    );
  }
  if (generated > 0) {
    warnings.push(
      message`The figures include generated frames (frame generation): ${generated} of ${frameTimes.length()}.`,
    );
  }
  return warnings;
}
