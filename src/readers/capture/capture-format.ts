import type { Row } from "../csv/row.ts";
import type { CaptureRequest, ReadResult } from "../read-result.ts";

/**
 * How the CSV of one capture tool is recognised and read. Each row of the CSV is a single frame, or a sample of a log.
 */
export interface CaptureFormat {
  /**
   * Whether a line is the header of this format. The line has to contain one of the words by which
   * `src/readers/csv/find-header.ts` finds headers.
   * @param keys the keys of the names of the columns, as `columnKey` returns them: "Ms Between Presents" has the key
   * "msbetweenpresents"
   * @param cells the line's trimmed cells in lower case
   */
  isHeader(keys: readonly string[], cells: readonly string[]): boolean;
  /**
   * Starts reading a file in this capture format. Returns the collector that receives the rows after the file's header.
   */
  start(header: CaptureHeader, request: CaptureRequest): RowCollector;
  /**
   * True if a file may hold several recordings, of which the request selects one. A file of any other format is one
   * recording.
   */
  hasRecordings?: true;
  /** True if the line that `isHeader` accepts is also a row of data. The collector then receives this line, too. */
  headerIsRow?: true;
}

/** The line with the names of the columns of a capture, and the lines before it. */
export interface CaptureHeader {
  /** The names of the columns: the cells of the header's row. */
  names: readonly string[];
  /**
   * The lines before the header of a capture. CapFrameX writes `//Key=Value` there; MangoHud writes a description of
   * the system.
   */
  linesBefore: readonly string[];
  /**
   * The keys (normalised texts) of the cells in the line directly before the header of the capture; empty where the
   * header is the first line.
   */
  keysBefore: readonly string[];
}

/** Receives the rows that follow the header of a capture, and turns them into a result. */
export interface RowCollector {
  /**
   * Processes the next row of the capture.
   * @throws ReaderError where the row shows that the file cannot be read
   */
  add(row: Row): void;
  /**
   * Returns the result of the capture, after its last row.
   * @throws ReaderError where the rows give no result, such as `no_frames`
   */
  finish(): ReadResult | Promise<ReadResult>;
}
