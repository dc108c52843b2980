/** Bounds that hold whatever a file says, so that no file can cost more than its size allows. */
export const limits = {
  /** Bytes at the start of a file by which it is recognised. */
  headBytes: 64 * 1024,
  /** Real 3DMark exports have one or two kilobytes. */
  maxXmlBytes: 1024 * 1024,
  maxXmlDepth: 16,
  /** A .3dmark-result file is read as a whole: the list of a ZIP archive stands at its end. Real ones have below one megabyte. */
  maxZipBytes: 16 * 1024 * 1024,
  /** Real ones hold seven. */
  maxZipEntries: 256,
  maxXmlNameLength: 128,
  maxXmlTextLength: 4096,
  maxLineBytes: 64 * 1024,
  /** How much of a row may lie before the line on which a cell in quotation marks ends. */
  maxOpenQuoteBytes: 16 * 1024,
  /** The widest known captures have 112 columns, 64 of them for the cores of the processor. */
  maxColumns: 400,
  /** Processes and swap chains in one capture. */
  maxChains: 256,
  /** Frames of all processes of a capture together. */
  maxFrames: 2_000_000,
  /** Rows with and without a usable frame time: those without cost time too. */
  maxRows: 3_000_000,
  /**
   * Rows with quotation marks that are longer or shorter than those before them, and cells with text behind their closing
   * quotation mark: no tool writes them, and each costs as much as a row without fault or more.
   */
  maxIrregularities: 10_000,
  /** A frame shorter than this (a million frames a second) has no time of its own: the resolution of the tools. */
  minFrameTimeMs: 0.001,
  /** A frame longer than this is an artefact (an unsigned underflow, a suspended machine). */
  maxFrameTimeMs: 60_000,
} as const;
