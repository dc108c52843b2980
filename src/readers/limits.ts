/** Limits on the contents of a file, so that reading any file takes bounded time and memory. */
export const limits = {
  /** The number of bytes at the start of a file by which most files are recognised. */
  beginningBytes: 64 * 1024,
  /** The number of bytes at the start of a file in which the header of a capture is searched. */
  headBytes: 1024 * 1024,
  /** Maximum size of an XML export. Real 3DMark exports have one or two kilobytes. */
  maxXmlBytes: 1024 * 1024,
  maxXmlDepth: 16,
  maxXmlNameLength: 128,
  maxXmlTextLength: 4096,
  /**
   * Maximum size of a ZIP archive. The archive is held in memory as a whole, because the file list of a ZIP stands at
   * its end. Real .3dmark-result files have less than 1 MiB.
   */
  maxZipBytes: 16 * 1024 * 1024,
  /** Maximum unpacked size of the capture in a ZIP archive or a gzip file. */
  maxUnpackedBytes: 100 * 1024 * 1024,
  /**
   * Maximum ratio of the size of an unpacked capture to the size of its archive. Captures shrink to a tenth, and logs
   * of equal rows to a hundredth.
   */
  maxUnpackRatio: 200,
  /** Maximum number of files in a ZIP archive. Real .3dmark-result files hold seven files. */
  maxZipEntries: 256,
  maxLineBytes: 64 * 1024,
  /**
   * Maximum number of bytes from the beginning of a CSV row to the line on which its last cell in quotation marks ends.
   */
  maxOpenQuoteBytes: 16 * 1024,
  /**
   * Maximum number of columns of a capture. The widest known captures have 112 columns, 64 of them for the cores of the
   * processor; logs of HWiNFO have several columns for each core.
   */
  maxColumns: 1000,
  /** Maximum number of swap chains of all processes of a capture together. */
  maxSwapChains: 256,
  /**
   * Maximum number of recordings in one file. Real logs contain at most ten recordings, and a CapFrameX record at most
   * 20.
   */
  maxRecordings: 256,
  /** Maximum number of frames of all processes of a capture together. */
  maxFrames: 2_000_000,
  /**
   * Maximum number of rows of a capture, with and without a usable frame time. A row without a usable frame time is no
   * frame, but takes time to read, too.
   */
  maxRows: 3_000_000,
  /**
   * Maximum number of irregularities in a CSV file: rows with quotation marks that are longer or shorter than the rows
   * before them, and cells with text after their closing quotation mark. No tool writes such rows or cells, and each of
   * them takes at least as long to read as a regular row.
   */
  maxIrregularities: 10_000,
  /**
   * Maximum number of levels of nested arrays and objects. CapFrameX records have 5 levels; the limit ends the reading
   * of documents that consist of nested brackets.
   */
  maxJsonDepth: 16,
  /** Maximum length, in bytes, of one text or number in a JSON document. No record has a longer comment. */
  maxJsonTokenBytes: 64 * 1024,
  /**
   * Maximum number of backslashes in a JSON document, which take the most time to read. The texts of a real record
   * contain only a few.
   */
  maxJsonEscapes: 10_000,
  /**
   * Maximum number of values in a JSON document: enough for a million frames with the columns of CapFrameX and its
   * sensors.
   */
  maxJsonValues: 16_000_000,
  /**
   * Maximum number of values in the series of a channel. Of a channel with more values, only every second, fourth, …
   * value is stored.
   */
  maxChannelSamples: 8192,
  /**
   * Maximum number of values that all channels of a file may store together while the file is read: enough for two swap
   * chains with all channels.
   */
  maxKeptSamples: 2 * 16 * 65_536,
  /**
   * Maximum number of times at which the sensors of a CapFrameX record were read: the sensors are read a few times a
   * second.
   */
  maxSensorTimes: 262_144,
  /**
   * Shortest usable frame time: no tool measures time in smaller steps. A shorter frame (above a million frames per
   * second) counts as a frame of time 0.
   */
  minFrameTimeMs: 0.001,
  /**
   * Longest usable frame time, an hour. A longer frame time is an artefact, such as an unsigned underflow. A shorter
   * one may be a pause of the game.
   */
  maxFrameTimeMs: 3_600_000,
} as const;
