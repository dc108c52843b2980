/** Bounds on what a file may hold, so that reading any file takes bounded time and memory. */
export const limits = {
  /** Bytes at the start of a file by which its kind is recognised. */
  headBytes: 64 * 1024,
  /** Real 3DMark exports have one or two kilobytes. */
  maxXmlBytes: 1024 * 1024,
  maxXmlDepth: 16,
  maxXmlNameLength: 128,
  maxXmlTextLength: 4096,
  /** An archive is held in memory as a whole, because the file list of a ZIP stands at its end. Real .3dmark-result files have less than 1 MiB. */
  maxZipBytes: 16 * 1024 * 1024,
  /** Of the capture in a ZIP archive or a gzip file. */
  maxUnpackedBytes: 100 * 1024 * 1024,
  /** How many times larger than its archive a capture may be. Captures shrink to a tenth, and logs of equal rows to a hundredth. */
  maxUnpackRatio: 200,
  /** Real .3dmark-result files hold seven files. */
  maxZipEntries: 256,
  maxLineBytes: 64 * 1024,
  /** How many bytes of a row may lie before the line on which a cell in quotation marks ends. */
  maxOpenQuoteBytes: 16 * 1024,
  /** The widest known captures have 112 columns, 64 of them for the cores of the processor. */
  maxColumns: 400,
  /** Swap chains of all processes of a capture together. */
  maxSwapChains: 256,
  /** Recordings of a file that holds several. Real logs hold ten at most, and CapFrameX puts 20 into a record at most. */
  maxRecordings: 256,
  /** Frames of all processes of a capture together. */
  maxFrames: 2_000_000,
  /** Rows with and without a usable frame time. A row without one is no frame, but takes time to read too. */
  maxRows: 3_000_000,
  /**
   * Rows with quotation marks that are longer or shorter than the rows before them, and cells with text behind their closing
   * quotation mark. No tool writes them, and each takes at least as long to read as a regular row.
   */
  maxIrregularities: 10_000,
  /** Arrays and objects within each other. CapFrameX records have 5, so that no document of nested brackets is followed far. */
  maxJsonDepth: 16,
  /** Bytes of a JSON document without the end of a text or number: no record has a longer comment. */
  maxJsonTokenBytes: 64 * 1024,
  /** Backslashes in a JSON document, whose reading costs the most: texts of a record have a handful. */
  maxJsonEscapes: 10_000,
  /** Values of a JSON document: a million frames with the columns of CapFrameX and its sensors. */
  maxJsonValues: 16_000_000,
  /** Tools measure time no finer than this. A shorter frame (above a million frames a second) counts as a frame of time 0. */
  minFrameTimeMs: 0.001,
  /** A longer frame is an artefact, such as an unsigned underflow or a suspended machine. */
  maxFrameTimeMs: 60_000,
} as const;
