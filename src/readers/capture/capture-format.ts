import type { Row } from "../csv/row.ts";
import type { CaptureRequest, ReadResult } from "../read-result.ts";

/** How the CSV of a capture tool is recognised and read. The rows are single frames, or samples of a log. */
export interface CaptureFormat {
  /** Whether a line is the header of this format, by the line's trimmed cells in lower case. */
  isHeader(cells: readonly string[]): boolean;
  /** Begins to read a file of this format, once its header is found. */
  start(header: CaptureHeader, request: CaptureRequest): RowCollector;
  /** Whether a file may hold several recordings, of which the request names one. Of other formats a file is one recording. */
  hasRecordings?: true;
  /** Whether the line that `isHeader` finds is a row as the others are, which the collector receives too. */
  headerIsRow?: true;
}

/** The header of a capture, and what stands before it. */
export interface CaptureHeader {
  /** The cells of the header's row: the names of the columns. */
  names: readonly string[];
  /** The lines before the header. CapFrameX writes `//Key=Value` there, MangoHud the system. */
  linesBefore: readonly string[];
  /** The trimmed cells, in lower case, of the line directly before the header; none where the header is the first line. */
  cellsBefore: readonly string[];
}

/** Receives the rows of a capture that follow its header, and turns them into a result. */
export interface RowCollector {
  /** @throws ReaderError where the row shows that the file cannot be read */
  add(row: Row): void;
  /** @throws ReaderError where the rows make no result, `no_frames` for one */
  finish(): ReadResult | Promise<ReadResult>;
}
