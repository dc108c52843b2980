import { ReaderError } from "../reader-error.ts";
import { rowCount, skippedRows } from "./chain.ts";
import type { Chain } from "./chain.ts";
import type { FrameColumns } from "./columns.ts";
import type { Capture } from "./frame-collector.ts";

const warnShare = 0.03;
const refuseShare = 0.5;

function reasons(chain: Chain, shortRows: number): string {
  return [
    [chain.zero, "have the frame time 0"],
    [chain.missing, "have no number as frame time"],
    [chain.outOfRange, "are negative or longer than 60 s"],
    [shortRows, "end before the frame time"],
  ]
    .filter(([count]) => count !== 0)
    .map(([count, reason]) => `${count} ${reason}`)
    .join(", ");
}

/**
 * Warnings on the rows of a capture that were left out. Throws ReaderError `too_many_skipped_rows` where they are
 * more than half, and where more than half of all rows are longer than the header.
 */
export function checkRows(chain: Chain, capture: Capture, columns: FrameColumns): string[] {
  const warnings: string[] = [];
  const rows = rowCount(chain) + capture.shortRows;
  const skipped = skippedRows(chain) + capture.shortRows;
  if (skipped > rows * refuseShare) {
    const detail = `${skipped} of ${rows} rows have no usable frame time in the column ${columns.frameTimeName} (${reasons(chain, capture.shortRows)}). Send the CSV as the capture tool wrote it.`;
    throw new ReaderError("too_many_skipped_rows", detail);
  }
  if (capture.longRows > capture.rows * refuseShare) {
    const detail = `${capture.longRows} of ${capture.rows} rows have more cells than the header has columns, so that cells cannot be told apart: numbers with a decimal comma in a file separated by commas look like this. Send the CSV as the capture tool wrote it.`;
    throw new ReaderError("too_many_skipped_rows", detail);
  }
  if (skipped > rows * warnShare) {
    const why = reasons(chain, capture.shortRows);
    warnings.push(`${skipped} of ${rows} rows are left out of the figures: ${why}.`);
  }
  if (capture.isLastRowCut) {
    warnings.push(
      "The last row is cut off and left out: the capture ended early or the file is not complete.",
    );
  }
  return warnings;
}
