import { NotFoundError } from "../../errors.ts";
import type { FramesOfRun, FrameView } from "../../frames/index.ts";
import type { FrameMetrics } from "../../readers/index.ts";
import { benchmarkTypeOf } from "../model/benchmark-types.ts";
import { titleOfRun } from "../model/game-of-run.ts";
import type { Run } from "../model/run.ts";

/**
 * Returns the reference of a run to its frame times, and the metrics, the channels and the title of the run.
 * @param view the kind of view that is to be shown; a view of the channels (such as temperatures) needs no frame times
 * @throws NotFoundError whose message says why the run has no frame times, or neither frame times nor channels
 */
export function framesOfRun(run: Run, view?: FrameView["kind"]): FramesOfRun {
  const { _id: runId, reader_version: readerVersion } = run;
  const { channels = null, channel_series: channelReference = null } = run;
  const reference = run.frame_series ?? null;
  const isEnough = reference !== null || (view === "channels" && channelReference !== null);
  if (!isEnough) throw new NotFoundError(reasonForNoFrames(run));
  // Only a file of a capture tool has frame times or channels, so the metrics are those of a capture.
  const metrics = run.metrics as FrameMetrics;
  return { runId, reference, readerVersion, metrics, channels, channelReference, title: titleOfRun(run) };
}

function reasonForNoFrames(run: Run): string {
  const { _id, benchmark_id, status, error } = run;
  const type = benchmarkTypeOf(benchmark_id);
  if (type.kind === "score")
    return `Run ${_id} has no frame times: its score was typed in. Captures of the game benchmark have them.`;
  if (type.file_format !== "frame-csv")
    return `Run ${_id} has no frame times: a 3DMark export holds none. Captures of the game benchmark have them.`;
  if (status === "failed")
    return `Run ${_id} has no frame times: reading its file failed (${error?.code ?? "unknown"}). GET /benchmarks/runs/${_id} says why.`;
  if (run.frame_series === null) {
    const others = run.channel_series
      ? ` /benchmarks/runs/${_id}/chart.svg?view=channels draws its channels.`
      : "";
    return `Run ${_id} has no frame times: its file is a log of samples, not of single frames.${others}`;
  }
  if (status === "complete")
    return `Run ${_id} has no frame times: an older version of the service read its file and stored none. They appear when the file is read again.`;
  return `Run ${_id} has no frame times yet: its file is ${status}. GET /benchmarks/runs/${_id}?wait=30 tells when it has been read.`;
}
