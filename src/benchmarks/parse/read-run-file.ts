import type { Readable } from "node:stream";
import {
  fromFile,
  message,
  ReaderError,
  READER_VERSION,
  type Message,
  type ReadRequest,
  type ChannelFigures,
  type ChannelSeries,
  type ReadResult,
  type RecordedOn,
  type UnrankedReason,
} from "../../readers/index.ts";
import { FileDamagedError, StoredFileMissingError } from "../errors.ts";
import { benchmarkTypeOf } from "../model/benchmark-types.ts";
import { gameOfRun } from "../model/game-of-run.ts";
import type { FrameSeries } from "../../frames/index.ts";
import type { Run, RunError } from "../model/run.ts";
import type { FileReaders } from "./file-readers.ts";

/** The figures that were read from the file of a run and, for a capture, its frame times. */
export interface Reading {
  figures: Pick<Run, "variant" | "names_game" | "metrics" | "warnings" | "recording"> & {
    score: number;
    unranked: UnrankedReason | null;
    recorded_on: RecordedOn | null;
    channels: ChannelFigures[];
    reader_version: number;
  };
  /** The frame times of the file; null for a file without frames. */
  series: FrameSeries | null;
  /** The channels of the file, such as temperatures over time. Their figures are in `figures`. */
  channels: readonly ChannelSeries[];
}

/** The fields of a run that determine how its file is read. */
type ReadRun = Pick<Run, "benchmark_id" | "application" | "recording" | "game" | "test" | "file">;

/** The warning of a run whose file was already submitted with another run of the build. */
export const SAME_FILE_WARNING = message`The same file was submitted for this build and benchmark before. Both runs stay, but the figures of the build count the result once.`;

/**
 * Reads the file of a run, and destroys the stream of its bytes at the end. If the store has lost or damaged the file,
 * or no file reader can read it, returns the reason. A refused file is also read to its end, because only then has the
 * file store verified the bytes: a person must not be blamed for a file that was damaged in the store.
 * @param run.signal aborts the reading immediately
 * @throws the file store's error where the store is unavailable; every error of `FileReaders.read` except ReaderError
 */
export async function readRunFile(
  fileReaders: Pick<FileReaders, "read">,
  content: Readable,
  run: ReadRun & { signal?: AbortSignal | undefined },
): Promise<Reading | RunError> {
  const bytes: AsyncIterator<Uint8Array> = content[Symbol.asyncIterator]();
  try {
    const outcome = await readOrRefuse(fileReaders, bytes, run);
    while ((await bytes.next()).done !== true);
    return outcome;
  } catch (error) {
    if (error instanceof StoredFileMissingError) return { code: "file_missing", ...fileMissing };
    if (error instanceof FileDamagedError) return { code: "file_damaged", ...fileDamaged(error) };
    throw error;
  } finally {
    content.destroy();
  }
}

async function readOrRefuse(
  fileReaders: Pick<FileReaders, "read">,
  bytes: AsyncIterator<Uint8Array>,
  run: ReadRun & { signal?: AbortSignal | undefined },
): Promise<Reading | RunError> {
  try {
    return readingOf(await fileReaders.read(bytes, readRequestFor(run), run.signal), run);
  } catch (error) {
    if (!(error instanceof ReaderError)) throw error;
    const { code, detail, public_detail, line } = error;
    return { code, detail, public_detail, ...(line !== undefined && { line }) };
  }
}

/**
 * Returns the figures that were read from a file, with a further warning if another run of the build has the same file.
 */
export function withSameFileWarning(figures: Reading["figures"], isRepeated: boolean): Reading["figures"] {
  return isRepeated ? { ...figures, warnings: [...figures.warnings, SAME_FILE_WARNING] } : figures;
}

const fileMissing = message`The service has lost the stored file of this run. Send the file again, and delete this run.`;

function fileDamaged({ reason }: FileDamagedError): Message {
  const shown = fromFile(` (${reason})`, "");
  return message`The file of this run was damaged in our store after it had arrived${shown}. Your own copy is not affected: send the file again, and delete this run.`;
}

function readingOf(result: ReadResult, run: ReadRun): Reading {
  const { score, isNamedByFile, recording, metrics, warnings, unranked, recordedOn } = result;
  const { frameTimesMs, droppedFrames, channels } = result;
  const isOfGame = benchmarkTypeOf(run.benchmark_id).is_of_games;
  const names = { metrics, ...(isOfGame && { names_game: isNamedByFile }) };
  return {
    figures: {
      score,
      variant: isOfGame ? (gameOfRun({ ...run, ...names })?.variant ?? null) : result.variant,
      ...names,
      // The field `recording` is left out where the first recording of the file was read.
      ...(recording !== 1 && { recording }),
      warnings,
      unranked,
      recorded_on: recordedOn,
      channels: channels.map(({ timesS: _times, values: _values, ...figures }) => figures),
      reader_version: READER_VERSION,
    },
    series: frameTimesMs && { frameTimesMs, droppedFrames },
    channels,
  };
}

function readRequestFor({ benchmark_id, application, recording, test, file }: ReadRun): ReadRequest {
  const type = benchmarkTypeOf(benchmark_id);
  if (type.kind !== "file") throw new Error(`benchmark type ${benchmark_id} takes no file`);
  switch (type.file_format) {
    case "frame-csv":
      return {
        format: "frame-csv",
        ...(application !== undefined && { application }),
        ...(recording !== undefined && { recording }),
        ...(file !== null && { fileName: file.kept_as?.name ?? file.name }),
      };
    case "3dmark-xml":
      return {
        format: "3dmark-xml",
        graphicsTest: type.graphics_test ?? 1,
        ...(test !== undefined && { test }),
      };
  }
}
