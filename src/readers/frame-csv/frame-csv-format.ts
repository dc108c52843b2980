import { noHeader, type LogFormat } from "../logs/read-log.ts";
import { checkRows } from "../logs/row-hygiene.ts";
import type { ReadResult } from "../read-result.ts";
import { resultOfFrames } from "../statistics/capture-result.ts";
import type { Chain } from "./chain.ts";
import { chooseChain } from "./choose-chain.ts";
import { findFrameColumns, toolOf, type FrameColumns } from "./columns.ts";
import { createFrameCollector, type Capture } from "./frame-collector.ts";

function warningsOf(chain: Chain): string[] {
  const warnings: string[] = [];
  if (chain.application === "") {
    warnings.push(
      "The capture does not name the application: its figures stand apart from those of any game.",
    );
  }
  if (chain.generated > 0) {
    warnings.push(
      `The figures include generated frames (frame generation): ${chain.generated} of ${chain.frameTimes.length()}.`,
    );
  }
  return warnings;
}

async function resultOf(capture: Capture, columns: FrameColumns, tool: string): Promise<ReadResult> {
  const { chain, warnings: choiceWarnings } = chooseChain(capture.chains);
  const rowWarnings = checkRows(chain, capture);
  return await resultOfFrames({
    tool,
    application: chain.application === "" ? null : chain.application,
    frameTimes: chain.frameTimes.values(),
    droppedFrames: columns.displayed === null ? null : new Uint32Array(chain.dropped.values()),
    zeroFrames: chain.zero,
    lastTimeS: chain.lastTimeS,
    warnings: [...choiceWarnings, ...rowWarnings, ...warningsOf(chain)],
  });
}

/**
 * Frame captures of the PresentMon family: PresentMon 1.0 to 2.3.1 and later, Intel PresentMon, CapFrameX, OCAT, FrameView.
 * The variant is the game's executable, "unknown" where the file names none.
 */
export const frameCsvFormat: LogFormat = {
  isHeader: (cells) => findFrameColumns(cells) !== null,
  start({ names, hasCommentLines }) {
    const columns = findFrameColumns(names);
    // The same line was found to be a header before, by a coarser reading of its quotation marks.
    if (columns === null) throw noHeader();
    const collector = createFrameCollector(names.length, columns);
    return {
      add: collector.add,
      finish: async () => await resultOf(collector.finish(), columns, toolOf(names, hasCommentLines)),
    };
  },
};
