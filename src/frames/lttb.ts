/**
 * Downsamples a line so that it keeps its visual shape: Largest Triangle Three Buckets, from Sveinn Steinarsson,
 * "Downsampling Time Series for Visual Representation" (University of Iceland, 2013), section 4.2. The algorithm takes
 * the first and the last point, and divides the points between them into buckets of equal size. From each bucket it
 * takes the point that spans the largest triangle with the point taken from the previous bucket and the average point
 * of the next bucket.
 * @param x the x coordinates of the points, ascending
 * @param y the y coordinates of the points, one for each x coordinate
 * @param count how many points to take, at least 2; all points of a line with fewer points are taken
 * @returns the indexes of the points taken, ascending
 */
export function lttb(x: ArrayLike<number>, y: ArrayLike<number>, count: number): Uint32Array {
  const { length } = x;
  if (length <= count) return Uint32Array.from({ length }, (_, index) => index);
  const taken = new Uint32Array(count);
  taken[count - 1] = length - 1;
  const startOf = (bucket: number) => 1 + Math.floor((bucket * (length - 2)) / (count - 2));
  for (let bucket = 0; bucket < count - 2; bucket += 1) {
    const from = startOf(bucket);
    const to = startOf(bucket + 1);
    // After the last bucket of LTTB comes the last point of the line, which counts as a separate bucket.
    const next = meanPoint(x, y, to, bucket === count - 3 ? length : startOf(bucket + 2));
    taken[bucket + 1] = largestTriangle(x, y, { previous: taken[bucket] ?? 0, from, to, next });
  }
  return taken;
}

interface Point {
  x: number;
  y: number;
}

function meanPoint(x: ArrayLike<number>, y: ArrayLike<number>, from: number, to: number): Point {
  const sum = { x: 0, y: 0 };
  for (let index = from; index < to; index += 1) {
    sum.x += x[index] ?? 0;
    sum.y += y[index] ?? 0;
  }
  return { x: sum.x / (to - from), y: sum.y / (to - from) };
}

interface Bucket {
  /** The index of the point that LTTB (the downsampling algorithm) has taken from the previous bucket of points. */
  previous: number;
  /** The index of the first point in the current bucket of LTTB (the downsampling algorithm). */
  from: number;
  /** The index of the first point after the current bucket of LTTB (the downsampling algorithm). */
  to: number;
  /** The average point of the next bucket of LTTB (the downsampling algorithm). */
  next: Point;
}

function largestTriangle(
  x: ArrayLike<number>,
  y: ArrayLike<number>,
  { previous, from, to, next }: Bucket,
): number {
  const [previousX = 0, previousY = 0] = [x[previous], y[previous]];
  let best = from;
  let largest = -1;
  for (let index = from; index < to; index += 1) {
    const [pointX = 0, pointY = 0] = [x[index], y[index]];
    const doubleArea = Math.abs(
      (previousX - next.x) * (pointY - previousY) - (previousX - pointX) * (next.y - previousY),
    );
    if (doubleArea > largest) {
      largest = doubleArea;
      best = index;
    }
  }
  return best;
}
