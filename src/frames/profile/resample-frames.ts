import { createBinnedFigures } from "./binned-figures.ts";
import { binFrames } from "./frame-bins.ts";
import { createSeededRandom } from "./seeded-random.ts";

/**
 * The metrics that are computed for each resample of a capture. The longest and the shortest frame are left out,
 * because a bootstrap says nothing about extremes (P. J. Bickel and D. A. Freedman, "Some Asymptotic Theory for the
 * Bootstrap", Annals of Statistics 9, 1981, section 6).
 */
export const resampledMetrics = [
  "average_fps",
  "median_fps",
  "p5_fps",
  "p1_fps",
  "p0_1_fps",
  "low_1_fps",
  "low_0_1_fps",
  "stdev_ms",
] as const;

/**
 * The number of resamples of a capture. B. Efron and R. J. Tibshirani require this many for percentile intervals (1993,
 * section 13.3).
 */
export const RESAMPLES = 1000;

/** The minimum number of frames of a capture that `resampleFrames` resamples. */
export const MIN_RESAMPLED_FRAMES = 100;

/**
 * The maximum number of cells (equal parts) into which a frame series is divided. The blocks of the bootstrap begin at
 * cells, so that a resample adds up cells instead of frames.
 */
const MAX_CELLS = 256;
/** The length of a block of the bootstrap in a long series, as a share of the series. */
const BLOCK_SHARE = 1 / 32;

/**
 * Resamples the frames of a capture, and returns the metrics of each resample: RESAMPLES rows with one number for each
 * of `resampledMetrics`. Returns null for fewer than MIN_RESAMPLED_FRAMES frames.
 *
 * Consecutive frame times are similar, so a resample must not draw single frames. The function uses the circular block
 * bootstrap of D. N. Politis and J. P. Romano, "A Circular Block-Resampling Procedure for Stationary Data" (1992): a
 * resample consists of blocks of consecutive frames, whose beginnings are drawn with replacement. The first frame of
 * the series counts as following the last frame. Blocks are n/32 frames long, and in a short series n^(1/3), the order
 * that P. Hall, J. L. Horowitz and B.-Y. Jing found best ("On Blocking Rules for the Bootstrap with Dependent Data",
 * Biometrika 82, 1995). The longer blocks of long series take into account that the scenes of a game last for seconds.
 * To bound the work, blocks begin at one of 256 cells, and the function sorts frame times only into bins
 * (`binFrames`).
 * @param seed the same seed gives the same resamples
 */
export function resampleFrames(frameTimesMs: Float32Array, seed: string): Float32Array | null {
  const n = frameTimesMs.length;
  if (n < MIN_RESAMPLED_FRAMES) return null;
  const cells = Math.min(n, MAX_CELLS);
  const { bins, binOf } = binFrames(frameTimesMs);
  const size = bins.mean.length;
  const inCells = countCells(frameTimesMs, binOf, { cells, bins: size });
  const blockFrames = Math.max(n * BLOCK_SHARE, Math.cbrt(n));
  const blockCells = Math.max(1, Math.round((blockFrames * cells) / n));
  const drawWeights = createDraw({ cells, blockCells, random: createSeededRandom(seed) });
  const counts = new Float64Array(size);
  const figures = createBinnedFigures({ bins, counts });
  const rows = new Float32Array(RESAMPLES * resampledMetrics.length);
  for (let resample = 0; resample < RESAMPLES; resample += 1) {
    const weights = drawWeights();
    addUp(inCells, weights, counts);
    figures.refresh();
    rows.set(rowOf(momentsOf(inCells, weights), figures), resample * resampledMetrics.length);
  }
  return rows;
}

/** Sums over the frames of each cell. A cell is one of up to MAX_CELLS equal parts of a frame series. */
interface Cells {
  /**
   * For each cell (equal part of the frame series), one cell after the other: the bins (groups of similar frame times)
   * in which the cell has frames, and the number of its frames in each of these bins.
   */
  binsOfCells: Uint16Array;
  framesInBins: Uint32Array;
  /**
   * For each cell (equal part of the frame series), the index at which its entries in `binsOfCells` and `framesInBins`
   * end.
   */
  ends: Uint32Array;
  frames: Float64Array;
  /**
   * For each cell (equal part of the frame series), the sum of the frame times' distances from `centre` and the sum of
   * the squares of these distances. Distances are summed instead of frame times, so that rounding loses no digits.
   */
  distances: Float64Array;
  squares: Float64Array;
  centre: number;
}

function countCells(frameTimesMs: Float32Array, binOf: Uint16Array, size: SizeOfCells): Cells {
  const n = frameTimesMs.length;
  const { cells } = size;
  let total = 0;
  for (let index = 0; index < n; index += 1) total += frameTimesMs[index] ?? 0;
  const centre = total / n;
  const frames = new Float64Array(cells);
  const distances = new Float64Array(cells);
  const squares = new Float64Array(cells);
  const occupied = createOccupiedBins(n, size);
  for (let cell = 0; cell < cells; cell += 1) {
    const [from, to] = [Math.floor((cell * n) / cells), Math.floor(((cell + 1) * n) / cells)];
    let [distance, square] = [0, 0];
    for (let index = from; index < to; index += 1) {
      const difference = (frameTimesMs[index] ?? 0) - centre;
      distance += difference;
      square += difference * difference;
    }
    frames[cell] = to - from;
    distances[cell] = distance;
    squares[cell] = square;
    occupied.addCell(cell, binOf.subarray(from, to));
  }
  return { ...occupied, frames, distances, squares, centre };
}

interface SizeOfCells {
  cells: number;
  bins: number;
}

/**
 * Creates, for each cell (equal part of the frame series), the list of the bins (groups of similar frame times) in
 * which the cell has frames. Lists save memory, because a cell of a short series has frames in only a few of all bins.
 */
function createOccupiedBins(frames: number, { cells, bins }: SizeOfCells) {
  const room = Math.min(frames, cells * bins);
  const binsOfCells = new Uint16Array(room);
  const framesInBins = new Uint32Array(room);
  const ends = new Uint32Array(cells);
  const counts = new Uint32Array(bins);
  let next = 0;
  return {
    binsOfCells,
    framesInBins,
    ends,
    /**
     * Adds the bins in which the next cell (one of the equal parts of a frame series) has frames.
     * @param binsOfFrames the bin (group of similar frame times) of each frame of the cell
     */
    addCell: (cell: number, binsOfFrames: Uint16Array): void => {
      counts.fill(0);
      for (let index = 0; index < binsOfFrames.length; index += 1) {
        const bin = binsOfFrames[index] ?? 0;
        counts[bin] = (counts[bin] ?? 0) + 1;
      }
      for (let bin = 0; bin < bins; bin += 1) {
        if (counts[bin] === 0) continue;
        binsOfCells[next] = bin;
        framesInBins[next] = counts[bin] ?? 0;
        next += 1;
      }
      ends[cell] = next;
    },
  };
}

/**
 * Returns a function that draws the blocks of a resample at random, and returns how many of the blocks contain each
 * cell (equal part of the frame series).
 */
function createDraw({ cells, blockCells, random }: Drawing): () => Uint32Array {
  const weights = new Uint32Array(cells);
  const blocks = Math.round(cells / blockCells);
  return () => {
    weights.fill(0);
    for (let block = 0; block < blocks; block += 1) {
      const start = random(cells);
      for (let step = 0; step < blockCells; step += 1) {
        const cell = (start + step) % cells;
        weights[cell] = (weights[cell] ?? 0) + 1;
      }
    }
    return weights;
  };
}

interface Drawing {
  cells: number;
  /** The number of cells (equal parts of the frame series) in a block of the bootstrap. */
  blockCells: number;
  random: (count: number) => number;
}

/**
 * Sets the count of each bin (group of similar frame times) to the number of frames that all cells (equal parts of the
 * series) have in the bin. Each cell counts as many times as its weight says.
 */
function addUp({ binsOfCells, framesInBins, ends }: Cells, weights: Uint32Array, counts: Float64Array): void {
  counts.fill(0);
  let place = 0;
  for (let cell = 0; cell < weights.length; cell += 1) {
    const weight = weights[cell] ?? 0;
    const end = ends[cell] ?? 0;
    if (weight === 0) place = end;
    for (; place < end; place += 1) {
      const bin = binsOfCells[place] ?? 0;
      counts[bin] = (counts[bin] ?? 0) + weight * (framesInBins[place] ?? 0);
    }
  }
}

/**
 * Returns the mean and the standard deviation of the frame times of all cells (equal parts of the frame series). Each
 * cell counts as many times as its weight says.
 */
function momentsOf({ frames, distances, squares, centre }: Cells, weights: Uint32Array) {
  let [count, distance, square] = [0, 0, 0];
  for (let cell = 0; cell < weights.length; cell += 1) {
    const weight = weights[cell] ?? 0;
    count += weight * (frames[cell] ?? 0);
    distance += weight * (distances[cell] ?? 0);
    square += weight * (squares[cell] ?? 0);
  }
  const meanDistance = distance / count;
  const variance = Math.max(0, square / count - meanDistance * meanDistance);
  return { meanMs: centre + meanDistance, stdevMs: Math.sqrt(variance) };
}

/** Returns the metrics of one resample, in the order of `resampledMetrics`. */
function rowOf(
  { meanMs, stdevMs }: { meanMs: number; stdevMs: number },
  { quantile, meanOfSlowest }: ReturnType<typeof createBinnedFigures>,
): number[] {
  const times = [meanMs, quantile(0.5), quantile(0.05), quantile(0.01), quantile(0.001)];
  return [...[...times, meanOfSlowest(0.01), meanOfSlowest(0.001)].map((ms) => 1000 / ms), stdevMs];
}
