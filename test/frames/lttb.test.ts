import test from "ava";
import * as fc from "fast-check";
import { lttb } from "../../src/frames/lttb.ts";

const series = fc
  .array(
    fc.record({
      step: fc.double({ min: 0.001, max: 60, noNaN: true }),
      y: fc.double({ min: 0, max: 1e5, noNaN: true }),
    }),
    {
      minLength: 1,
      maxLength: 400,
    },
  )
  .map((points) => {
    let at = 0;
    return { x: points.map(({ step }) => (at += step)), y: points.map(({ y }) => y) };
  });

test("LTTB downsampling takes the requested count of points or all, in ascending order, with the first and the last point", (t) => {
  fc.assert(
    fc.property(series, fc.integer({ min: 2, max: 500 }), ({ x, y }, count) => {
      const taken = [...lttb(x, y, count)];
      t.is(taken.length, Math.min(count, x.length));
      t.is(taken[0], 0);
      t.is(taken.at(-1), x.length - 1);
      t.true(taken.every((index, place) => place === 0 || index > (taken[place - 1] ?? 0)));
    }),
  );
});

test("LTTB downsampling keeps a single spike at any position", (t) => {
  const x = Array.from({ length: 10_000 }, (_, index) => index);
  for (const spike of [1, 17, 4999, 9998]) {
    const y = x.map((index) => (index === spike ? 300 : 10));
    t.true(lttb(x, y, 50).includes(spike), String(spike));
  }
});

/**
 * A slow and literal implementation of LTTB by the definition in Steinarsson's thesis. The area of each triangle comes
 * from the cross product.
 */
function byDefinition(x: number[], y: number[], count: number): number[] {
  if (x.length <= count) return x.map((_, index) => index);
  const size = (x.length - 2) / (count - 2);
  const bucketOf = (number: number) =>
    number === count - 1
      ? [x.length - 1]
      : x.map((_, index) => index).slice(Math.floor((number - 1) * size) + 1, Math.floor(number * size) + 1);
  const mean = (values: number[], of: number[]) =>
    values.reduce((sum, index) => sum + (of[index] ?? 0), 0) / values.length;
  const taken = [0];
  for (let number = 1; number < count - 1; number += 1) {
    const next = bucketOf(number + 1);
    const [ax, ay] = [x[taken.at(-1) ?? 0] ?? 0, y[taken.at(-1) ?? 0] ?? 0];
    const [cx, cy] = [mean(next, x), mean(next, y)];
    const areas = bucketOf(number).map((index) => {
      const [bx, by] = [x[index] ?? 0, y[index] ?? 0];
      return { index, area: Math.abs(ax * (by - cy) + bx * (cy - ay) + cx * (ay - by)) / 2 };
    });
    const largest = areas.reduce((best, next) => (next.area > best.area + 1e-9 * best.area ? next : best));
    taken.push(largest.index);
  }
  return [...taken, x.length - 1];
}

test("LTTB downsampling takes the same points as a literal version of its definition", (t) => {
  let state = 42;
  const random = () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
  for (const [length, count] of [
    [1000, 100],
    [997, 13],
    [51, 50],
    [300, 3],
    [10, 2],
  ] as const) {
    const x = Array.from({ length }, (_, index) => index + random() / 2);
    const y = x.map(() => 5 + 20 * random());
    t.deepEqual([...lttb(x, y, count)], byDefinition(x, y, count), `${length} to ${count}`);
  }
});
