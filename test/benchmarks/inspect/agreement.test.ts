import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";
import test from "ava";
import * as fc from "fast-check";
import { makeCapFrameXRecord } from "../../helpers/capframex-generator.ts";
import { captureFamilies, makeCapture, makeGameFrames } from "../../helpers/capture-generator.ts";
import { makeAfterburnerLog, makeFrapsLog, makeMangoHudLog } from "../../helpers/log-generator.ts";
import { startTestService } from "../../helpers/service.ts";
import { madeExports } from "../../helpers/three-d-mark-generator.ts";
import { arielleXml, makeThreeDMarkResult, makeZip } from "../../helpers/zip-generator.ts";

const service = await startTestService(test, {
  env: { MAX_FAILED_RUNS_A_DAY: "1000000", MAX_WAITING_RUNS: "1000000" },
});

const fewTimes = [16.5, 17, 8.25, 33.5, 16];
const capture = Buffer.from(makeCapture("presentmon-1.10", makeGameFrames(9)));
const timeSpy = madeExports["time-spy"] ?? "";
// Text of more than 64 KiB, which a test puts before the header of a capture.
const note = "A note about the machine, with no word of a capture in it\n".repeat(1800);
const lateRuns = makeCapFrameXRecord([{ frameTimes: fewTimes }]).replace(
  /^\{/,
  `{"Comments":[${'"a comment",'.repeat(9000)}""],`,
);
const samples: Buffer[] = [
  Buffer.from(`${note}${capture.toString()}`),
  Buffer.from(lateRuns),
  ...captureFamilies.map((family) => Buffer.from(makeCapture(family, makeGameFrames(9).slice(0, 40)))),
  ...Object.values(madeExports).map((text) => Buffer.from(text)),
  Buffer.from(makeCapFrameXRecord([{ frameTimes: fewTimes }])),
  Buffer.from(makeCapFrameXRecord([{ frameTimes: fewTimes }, { frameTimes: fewTimes }])),
  Buffer.from(makeMangoHudLog({ frameTimes: fewTimes })),
  Buffer.from(makeFrapsLog(fewTimes.map((time) => time * 1000))),
  makeAfterburnerLog([
    { start: new Date("2026-01-01T00:00:00Z"), names: ["Framerate"], samples: [["60.5"], ["N/A"], ["61"]] },
  ]),
  Buffer.from(`\ufeff${capture.toString()}`, "utf16le"),
  gzipSync(capture),
  makeZip([{ name: "harbour.csv", content: capture }]),
  makeZip([{ name: "run/result.xml", content: Buffer.from(timeSpy) }]),
  makeThreeDMarkResult(timeSpy),
  makeThreeDMarkResult(arielleXml),
  Buffer.from(arielleXml),
  Buffer.from("frame,fps\n1,60\n"),
];

const damage = fc.record({
  at: fc.nat(),
  remove: fc.nat({ max: 400 }),
  insert: fc.oneof(
    fc.uint8Array({ maxLength: 6 }).map((bytes) => Buffer.from(bytes)),
    fc.constantFrom("", "\0", "<!DOCTYPE a>", "</", '"', "\n", "NA", "{").map((text) => Buffer.from(text)),
  ),
});

const anyFile = fc
  .tuple(fc.constantFrom(...samples), fc.array(damage, { maxLength: 3 }), fc.boolean())
  .map(([sample, changes, isWhole]) => {
    if (isWhole) return sample;
    return changes.reduce((content, { at, remove, insert }) => {
      const start = at % (content.length + 1);
      return Buffer.concat([content.subarray(0, start), insert, content.subarray(start + remove)]);
    }, sample);
  });

/** A benchmark for each file format, with the ids of further benchmarks (`also`) that are read from the same file. */
const benchmarksOfFormats = [{ id: 7, also: [17, 18] }, { id: 16 }];

/**
 * The outcome of submitting a file for one benchmark: whether the form was accepted, and whether the run is complete.
 */
interface Outcome {
  isAccepted: boolean;
  isComplete: boolean;
  /** The refusal, the reason of a failed run, or the warnings of a complete run. */
  detail: string | null;
}

test("the inspection of a file predicts the outcome of its submission for every benchmark, whatever the file contains", async (t) => {
  const client = await service.signIn("ada", "unlimited");

  /** Submits a file for the benchmarks of each file format. Returns the outcome for each benchmark. */
  async function submit(content: Buffer): Promise<Map<number, Outcome>> {
    const outcomes = new Map<number, Outcome>();
    for (const benchmarks of benchmarksOfFormats) {
      const build_id = await client.makeBuild();
      const { status, body, text } = await client.add({
        build_id,
        benchmarks,
        files: [{ name: "a", content }],
      });
      if (status === 422) {
        const detail = String(body.errors[0].detail).replace(/^"a": /, "");
        for (const id of [benchmarks.id, ...(benchmarks.also ?? [])])
          outcomes.set(id, { isAccepted: false, isComplete: false, detail });
        continue;
      }
      assert.equal(status, 200, text);
      for (const { run_id, benchmark_id } of body.runs) {
        const run = (await client.waitForRun(run_id)).body;
        const isComplete = run.status === "complete";
        const detail = isComplete ? run.warnings.join(" ") || null : run.error.detail;
        outcomes.set(benchmark_id, { isAccepted: true, isComplete, detail });
      }
    }
    return outcomes;
  }

  const seen = { complete: 0, failed: 0, refused: 0 };
  const property = fc.asyncProperty(anyFile, async (content) => {
    const found = (await client.inspect([{ name: "a", content }])).body.results[0];
    const outcomes = await submit(content);
    const shown = JSON.stringify([found, [...outcomes]]);
    const has = (test: (outcome: Outcome) => boolean) => [...outcomes].filter(([, one]) => test(one));
    assert.equal(found.fits, found.benchmark_ids.length > 0, shown);
    const [first] = found.benchmark_ids as number[];
    if (found.recordings.length > 1) {
      assert.ok(found.detail.startsWith(outcomes.get(16)?.detail), shown);
    } else if (first === undefined) {
      assert.deepEqual(
        has(({ isComplete }) => isComplete),
        [],
        shown,
      );
      const accepted = has(({ isAccepted }) => isAccepted);
      const reasons = (accepted.length > 0 ? accepted : [...outcomes]).map(([, { detail }]) => detail);
      assert.ok(reasons.includes(found.detail), shown);
      seen[accepted.length > 0 ? "failed" : "refused"] += 1;
    } else {
      const complete = has(({ isComplete }) => isComplete).map(([id]) => id);
      assert.deepEqual(new Set(complete), new Set(found.benchmark_ids), shown);
      assert.equal(found.detail, outcomes.get(first)?.detail, shown);
      seen.complete += 1;
    }
  });
  await t.notThrowsAsync(
    fc.assert(property, { numRuns: 60, examples: samples.map((sample): [Buffer] => [sample]) }),
  );
  for (const [kind, count] of Object.entries(seen)) t.true(count > 0, `no file was ${kind}`);
});
