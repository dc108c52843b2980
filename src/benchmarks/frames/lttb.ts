/**
 * Picks the points of a line that keep its look: Largest Triangle Three Buckets, from Sveinn Steinarsson, "Downsampling
 * Time Series for Visual Representation" (University of Iceland, 2013), section 4.2. The first and the last point are
 * always among them; those between are cut into buckets of equal size, and of each bucket the point is taken that spans
 * the largest triangle with the point taken before and the mean of the next bucket.
 * @param x ascending
 * @param y as many values as `x`
 * @param count how many points to take, at least 2; all are taken where there are no more
 * @returns the indexes of the points, ascending
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
    // Behind the last bucket stands the last point alone.
    const next = meanPoint(x, y, to, bucket === count - 3 ? length : startOf(bucket + 2));
    taken[bucket + 1] = largestTriangle(x, y, { last: taken[bucket] ?? 0, from, to, next });
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
  /** The point that was taken before. */
  last: number;
  from: number;
  to: number;
  next: Point;
}

function largestTriangle(
  x: ArrayLike<number>,
  y: ArrayLike<number>,
  { last, from, to, next }: Bucket,
): number {
  const [lastX = 0, lastY = 0] = [x[last], y[last]];
  let best = from;
  let largest = -1;
  for (let index = from; index < to; index += 1) {
    const [pointX = 0, pointY = 0] = [x[index], y[index]];
    // Twice the area, which serves as well for comparing.
    const area = Math.abs((lastX - next.x) * (pointY - lastY) - (lastX - pointX) * (next.y - lastY));
    if (area > largest) {
      largest = area;
      best = index;
    }
  }
  return best;
}
