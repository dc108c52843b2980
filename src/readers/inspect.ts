import { peek } from "./bytes/peek.ts";
import { SeveralRecordingsError } from "./capture/recordings.ts";
import { extractResult } from "./extract-result.ts";
import { readRecordInfo } from "./formats/capframex/read-record.ts";
import { inspectThreeDMark } from "./formats/three-d-mark/read-three-d-mark.ts";
import { isArchive, ReaderError, readResult, type FileFormat, type FrameMetrics } from "./index.ts";
import type { RecordedOn } from "./recorded-on.ts";

export { isXml } from "./recognise/recognise.ts";

/** A file to inspect, of which at least the first bytes have been received. */
export interface InspectedFile {
  name: string;
  /** Whether the received bytes are the whole file. An archive is inspected only as a whole. */
  isWhole: boolean;
  /** The formats that the file may have by its first bytes, at least one. */
  formats: readonly FileFormat[];
}

/**
 * What a file contains, without its metrics. All texts are for the person who sent the file. A value that the inspected
 * bytes do not contain is null.
 */
export interface Inspection {
  format: FileFormat;
  /** The capture tool; null for a 3DMark export. */
  tool: string | null;
  /** The game as the file or its name states it; in most cases, the name of the game's executable. */
  application: string | null;
  /** Whether the content of the file names the application. If not, the name of the file may name it. */
  isNamedByFile: boolean;
  /** The recordings among which a submission may choose; if there is no choice, only the recording that is read. */
  recordings: readonly InspectedRecording[];
  /** The names of the tests of a 3DMark export that have graphics tests; the test that is read by default is first. */
  tests: readonly string[];
  /** The numbers of the graphics tests that a 3DMark export contains. */
  graphicsTests: readonly number[];
  recordedOn: RecordedOn | null;
  /**
   * Those metrics of a capture from which the service derives further warnings; null unless the whole capture was
   * inspected.
   */
  metrics: Pick<FrameMetrics, "frames" | "dropped_frames" | "duration_s"> | null;
  /** The warnings that the result of the file will have. Empty unless the whole file was inspected. */
  warnings: readonly string[];
  /** Why the whole file cannot be read; null for a file that can be read, and for the beginning of a larger file. */
  refusal: string | null;
}

/** A recording of a capture, or the capture itself if it has no recordings. */
interface InspectedRecording {
  frames: number | null;
  durationS: number | null;
}

/**
 * Inspects a result file, or the first bytes of a large capture: reads the bytes as `readResult` does, in each format
 * that the file may have. Errors of the stream pass through.
 */
export async function inspectResult(
  chunks: AsyncIterable<Uint8Array>,
  file: InspectedFile,
): Promise<Inspection> {
  const { head: bytes } = await peek(chunks, Number.POSITIVE_INFINITY);
  const inspect = (format: FileFormat) =>
    format === "3dmark-xml" ? inspectExport(bytes) : inspectCapture(bytes, file);
  let refusal: { format: FileFormat; error: ReaderError } | null = null;
  for (const format of file.formats) {
    try {
      return await inspect(format);
    } catch (error) {
      if (!(error instanceof ReaderError)) throw error;
      // If the file is refused in several formats, prefer a refusal that names a fault of the content to a refusal that
      // the file is of another format.
      if (refusal === null || OTHER_FORMAT.has(refusal.error.code)) refusal = { format, error };
    }
  }
  return { ...nothing, format: refusal?.format ?? "frame-csv", refusal: refusal?.error.detail ?? null };
}

const OTHER_FORMAT: ReadonlySet<string> = new Set(["wrong_format", "no_frame_times"]);

const nothing = {
  tool: null,
  application: null,
  isNamedByFile: true,
  recordings: [],
  tests: [],
  graphicsTests: [],
  recordedOn: null,
  metrics: null,
  warnings: [],
  refusal: null,
} as const;

async function inspectExport(bytes: Uint8Array): Promise<Inspection> {
  const format = "3dmark-xml";
  const xml = isArchive(bytes) ? await unpackExport(bytes) : bytes;
  const { result, ...tests } = await inspectThreeDMark(once(xml));
  const { recordedOn, warnings } = result;
  return { ...nothing, format, ...tests, recordedOn, warnings: warnings.map(({ detail }) => detail) };
}

async function unpackExport(archive: Uint8Array): Promise<Uint8Array> {
  const { all } = await extractResult(once(archive), "3dmark-xml");
  return (await peek(all, Number.POSITIVE_INFINITY)).head;
}

const UNKNOWN_LENGTH: InspectedRecording = { frames: null, durationS: null };

/**
 * Inspects a capture. @param recording the number of the recording to inspect; by default the recording that a
 * submission reads
 */
async function inspectCapture(
  bytes: Uint8Array,
  file: InspectedFile,
  recording?: number,
): Promise<Inspection> {
  const { name, isWhole } = file;
  const format = "frame-csv";
  const content = isWhole ? bytes : wholeLinesOf(bytes);
  try {
    const request = { format, fileName: name, ...(recording !== undefined && { recording }) } as const;
    const { isNamedByFile, recordedOn, warnings, ...result } = await readResult(once(content), request);
    const metrics = result.metrics as FrameMetrics;
    const { tool, application, frames, duration_s: durationS } = metrics;
    return {
      ...nothing,
      format,
      tool,
      application,
      isNamedByFile,
      recordings: [isWhole ? { frames, durationS } : UNKNOWN_LENGTH],
      recordedOn,
      metrics: isWhole ? metrics : null,
      warnings: isWhole ? warnings.map(({ detail }) => detail) : [],
    };
  } catch (error) {
    if (error instanceof SeveralRecordingsError) return inspectRecordings(bytes, file, error);
    if (isWhole || !(error instanceof ReaderError)) throw error;
    // The beginning of a CapFrameX record is not valid JSON, because the rest is missing, but it may name the game and
    // the hardware.
    const isCutRecord = error.code === "invalid_json";
    const info = isCutRecord && (await readRecordInfo(once(content)));
    return {
      ...nothing,
      format,
      ...(info && info.application !== null && { ...info, recordings: [UNKNOWN_LENGTH] }),
    };
  }
}

/** Inspects a capture that holds several recordings, of which a submission has to choose one. */
async function inspectRecordings(
  bytes: Uint8Array,
  file: InspectedFile,
  { recordings, detail }: SeveralRecordingsError,
): Promise<Inspection> {
  const measured = recordings.findIndex(({ averageFps }) => averageFps !== null) + 1;
  const found = await inspectMeasured(bytes, file, measured);
  const isCut = (index: number) => !file.isWhole && index === recordings.length - 1;
  return {
    ...found,
    recordings: recordings.map(({ frames, durationS }, index) =>
      isCut(index) ? UNKNOWN_LENGTH : { frames: frames ?? null, durationS },
    ),
    warnings: [file.isWhole ? detail : SEVERAL_RECORDINGS],
    refusal: null,
  };
}

/**
 * Returns the inspection of one of several recordings. The inspection has no content where the recording is refused.
 */
async function inspectMeasured(
  bytes: Uint8Array,
  file: InspectedFile,
  recording: number,
): Promise<Inspection> {
  try {
    return await inspectCapture(bytes, file, recording);
  } catch (error) {
    if (!(error instanceof ReaderError)) throw error;
    return { ...nothing, format: "frame-csv" };
  }
}

const SEVERAL_RECORDINGS =
  "The file holds several recordings, one after the other. Send the file with the number of one recording, such as recording 1, or send each recording as a file of its own.";

const LINE_FEED = 0x0a;

/** Returns the bytes of a file up to the end of the last whole line, or all bytes if there is no line end. */
function wholeLinesOf(bytes: Uint8Array): Uint8Array {
  const end = bytes.lastIndexOf(LINE_FEED) + 1;
  return end === 0 ? bytes : bytes.subarray(0, end);
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
