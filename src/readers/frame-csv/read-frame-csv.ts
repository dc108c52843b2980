import { decodeHead, toUtf8 } from "../bytes/encoding.ts";
import { createLineGuard, skipLines } from "../bytes/lines.ts";
import { inSlices } from "../bytes/slices.ts";
import { limits } from "../limits.ts";
import { ReaderError } from "../reader-error.ts";
import type { FrameMetrics, ReadResult } from "../read-result.ts";
import type { Chain } from "./chain.ts";
import { chooseChain } from "./choose-chain.ts";
import { findFrameColumns, toolOf } from "./columns.ts";
import type { FrameColumns } from "./columns.ts";
import { createFrameCollector } from "./frame-collector.ts";
import type { Capture, FrameCollector } from "./frame-collector.ts";
import { frameStatistics } from "./frame-statistics.ts";
import { findHeader } from "./header.ts";
import type { HeaderPlace } from "./header.ts";
import { readRows } from "./row-source.ts";
import type { RowSink } from "./row-source.ts";
import { checkRows } from "./row-hygiene.ts";

interface StartedCapture {
  columns: FrameColumns;
  tool: string;
  collector: FrameCollector;
}

interface ReadCapture {
  columns: FrameColumns;
  tool: string;
  capture: Capture;
}

interface CaptureSink {
  add: RowSink;
  finish(endsWithNewline: boolean): ReadCapture;
}

function noFrameTimes(): ReaderError {
  return new ReaderError(
    "no_frame_times",
    "The file has no header with a column of frame times (MsBetweenPresents, FrameTime, MsBetweenAppStart or MsBetweenAppPresents) in its first 64 KiB. Send the CSV as the capture tool wrote it.",
  );
}

// The first row is the header; what it says decides how the others are taken.
function createCaptureSink({ dialect, hasCommentLines }: HeaderPlace): CaptureSink {
  let started: StartedCapture | null = null;
  return {
    add(cells, line) {
      if (started !== null) return started.collector.add(cells, line);
      const columns = findFrameColumns(cells);
      if (columns === null) throw noFrameTimes();
      const collector = createFrameCollector(cells, columns, dialect);
      started = { columns, tool: toolOf(cells, hasCommentLines), collector };
    },
    finish(endsWithNewline) {
      if (started === null) throw noFrameTimes();
      const { columns, tool, collector } = started;
      return { columns, tool, capture: collector.finish(endsWithNewline) };
    },
  };
}

async function readCapture(head: Uint8Array, chunks: AsyncIterable<Uint8Array>): Promise<ReadCapture> {
  const place = findHeader(decodeHead(head));
  if (place === null) throw noFrameTimes();
  const guard = createLineGuard(limits.maxLineBytes);
  const bytes = skipLines(guard.watch(inSlices(toUtf8(chunks))), place.linesBefore);
  const sink = createCaptureSink(place);
  await readRows(bytes, place.dialect, place.linesBefore, sink.add);
  return sink.finish(guard.endsWithNewline());
}

function warningsOf(chain: Chain, metrics: FrameMetrics): string[] {
  const warnings: string[] = [];
  if (chain.application === "") {
    warnings.push(
      "The capture does not name the application: its figures stand apart from those of any game.",
    );
  }
  if (chain.generated > 0) {
    warnings.push(
      `The figures include generated frames (frame generation): ${chain.generated} of ${metrics.frames}.`,
    );
  }
  if (metrics.low_1_fps === null) {
    warnings.push(`The 1 % low needs at least 100 frames; the capture has ${metrics.frames}.`);
  }
  if (metrics.low_0_1_fps === null) {
    warnings.push(`The 0.1 % low needs at least 1 000 frames; the capture has ${metrics.frames}.`);
  }
  return warnings;
}

/**
 * Reads a frame capture of the PresentMon family: PresentMon 1.0 to 2.3.1 and later, Intel PresentMon, CapFrameX, OCAT, FrameView.
 * `head` is the file's first 64 KiB, `chunks` the whole file. The variant is the game's executable, "unknown" where the file names none.
 * Throws ReaderError.
 */
export async function readFrameCsv(head: Uint8Array, chunks: AsyncIterable<Uint8Array>): Promise<ReadResult> {
  const { capture, columns, tool } = await readCapture(head, chunks);
  const { chain, warnings: choiceWarnings } = chooseChain(capture.chains);
  const rowWarnings = checkRows(chain, capture, columns);
  const frameTimes = chain.frameTimes.values();
  const metrics: FrameMetrics = {
    ...(await frameStatistics(frameTimes)),
    dropped_frames: columns.displayed === null ? null : chain.dropped,
    tool,
    application: chain.application === "" ? null : chain.application,
  };
  return {
    score: metrics.average_fps,
    variant: metrics.application ?? "unknown",
    metrics,
    warnings: [...choiceWarnings, ...rowWarnings, ...warningsOf(chain, metrics)],
    frameTimesMs: Float32Array.from(frameTimes),
  };
}
