import type { Logger } from "../infra/logger.ts";
import type { ChannelSeries, FrameMetrics } from "../readers/index.ts";
import type { FrameSeries, SeriesKey, StoredSeries } from "./model/frame-series.ts";
import { overviewMetrics } from "./overview-metrics.ts";
import { makeOverview, RENDERER_VERSION } from "./overview.ts";
import type { FrameSeriesRepository } from "./records/frame-series-repository.ts";

interface PublisherDeps {
  series: FrameSeriesRepository;
  logger: Logger;
}

/** The result that was read from a file, with the frames and the channels (such as temperatures) of the file. */
interface Publication {
  key: SeriesKey;
  /** The frames of the file; null for a file without frames. */
  series: FrameSeries | null;
  /** The channels of the file (recorded values such as temperatures); empty for a file without channels. */
  channels: readonly ChannelSeries[];
  /** The metrics of the result. A result with a series of frames has the metrics of a capture (`FrameMetrics`). */
  metrics: object | null;
  at: Date;
  /**
   * Writes the result and the references to its series to the run in one update. Resolves with false if the worker has
   * lost its claim on the run.
   */
  write: (stored: StoredSeries) => Promise<boolean>;
}

/** The service that stores the frames of captures together with the results that were read from the same files. */
export type SeriesPublisher = ReturnType<typeof createSeriesPublisher>;

/** Creates the publisher, which stores frame series together with the results of their runs, and removes series. */
export function createSeriesPublisher(deps: PublisherDeps) {
  const repository = deps.series;
  return {
    /**
     * Stores a frame series with its overview (default chart and points) and channels, writes the result and the
     * references to the series into the run, and then confirms the series. If the worker has lost its claim on the run,
     * removes the stored series and returns false. After an error, the series stays unconfirmed until a sweep confirms
     * or removes it.
     */
    publish: async ({ key, series, channels, metrics, at, write }: Publication): Promise<boolean> => {
      if (!series && channels.length === 0) return write({ frame_series: null, channel_series: null });
      const stored = {
        frame_series: series && (await repository.store(key, series, at)),
        channel_series: channels.length > 0 ? await repository.storeChannels(key, channels, at) : null,
      };
      if (series) await storeOverview(deps, { key, series, metrics, at });
      const isWritten = await write(stored);
      if (isWritten) await repository.confirm(key);
      else await repository.remove(key);
      return isWritten;
    },

    /**
     * Removes the series that an earlier reading of a run's file has stored, because a later reading has found no
     * frames and no channels (such as temperatures).
     */
    remove: (key: SeriesKey): Promise<void> => repository.remove(key),
  };
}

/**
 * Stores the overview (default chart and points) of a frame series. If making or storing the overview fails, the run
 * still gets its metrics, and a later request makes the overview.
 */
async function storeOverview(
  { series: repository, logger }: PublisherDeps,
  { key, series, metrics, at }: Pick<Publication, "key" | "metrics" | "at"> & { series: FrameSeries },
): Promise<void> {
  try {
    const overview = makeOverview(series, overviewMetrics(metrics as FrameMetrics));
    await repository.storeOverview(key, { version: RENDERER_VERSION, overview, at });
  } catch (error) {
    logger.error(
      { err: error, run_id: key.runId },
      "the default chart and points of a frame series could not be made or stored",
    );
  }
}
