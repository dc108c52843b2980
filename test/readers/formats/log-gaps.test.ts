import assert from "node:assert/strict";
import test from "ava";
import * as fc from "fast-check";
import type { FrameMetrics } from "../../../src/readers/index.ts";
import { makeAfterburnerLog } from "../../helpers/log-generator.ts";
import { makeHwinfoLog } from "../../helpers/odd-captures.ts";
import { read } from "../reading.ts";

// The properties use node:assert, because a failing ava assertion would end the search for the smallest counterexample.

const SAMPLES = 200;
const start = new Date("2026-01-31T23:58:00Z");
const rates = Array.from({ length: SAMPLES }, (_, index) => String(60 + (index % 9)));

/** For each tool: the seconds between two samples of its log, and a function that makes a log from frame rates. */
const logs = {
  "MSI Afterburner": {
    periodS: 1,
    make: (cells: readonly string[]) =>
      makeAfterburnerLog([
        {
          start,
          names: ["Power", "Framerate"],
          units: ["W", "FPS"],
          samples: cells.map((cell) => ["90", cell]),
        },
      ]).toString("latin1"),
    isSample: (line: string) => line.startsWith("80,"),
  },
  HWiNFO: {
    periodS: 2,
    make: (cells: readonly string[]) =>
      Buffer.from(
        makeHwinfoLog({ rateNames: ["Framerate [FPS]"], samples: cells.map((cell) => [cell]) }),
      ).toString("latin1"),
    isSample: (line: string) => /^\d/.test(line),
  },
};

for (const [tool, { periodS, make, isSample }] of Object.entries(logs)) {
  const readLog = async (text: string) => await read(Buffer.from(text, "latin1"));
  const without = (cell: string, isMissing: (sample: number) => boolean) =>
    make(rates.map((rate, sample) => (isMissing(sample) ? cell : rate)));

  test(`a log of ${tool} is unranked if samples without a frame rate took more than 5 % of its time`, async (t) => {
    const damage = fc.record({
      missing: fc.uniqueArray(fc.integer({ min: 1, max: SAMPLES - 2 }), { maxLength: 60 }),
      cell: fc.constantFrom("N/A", "", "-1"),
    });
    await t.notThrowsAsync(
      fc.assert(
        fc.asyncProperty(damage, async ({ missing, cell }) => {
          const left = new Set(missing);
          const { unranked, warnings } = await readLog(without(cell, (sample) => left.has(sample)));
          const [missingS, clockS] = [left.size * periodS, (SAMPLES - 1) * periodS];
          const about = warnings.filter((warning) => warning.includes("have no frame rate"));
          assert.equal(about.length, left.size === 0 ? 0 : 1);
          if (left.size > 0)
            assert.ok(
              about[0]?.startsWith(
                `${left.size} of ${SAMPLES} samples have no frame rate and are left out. Between the first and the last frame rate they took ${missingS} of ${clockS} s.`,
              ),
              about[0],
            );
          assert.equal(unranked?.code, missingS > 0.05 * clockS ? "rows_left_out" : undefined);
        }),
        { numRuns: 25 },
      ),
    );
  });

  test(`samples of a log of ${tool} before the first and after the last frame rate took no time of the game`, async (t) => {
    const log = without("N/A", (sample) => sample < 40 || sample > 180);
    const { unranked, warnings } = await readLog(log);
    t.is(unranked, null);
    t.regex(warnings.join(), /59 of 200 samples have no frame rate and are left out\./);
  });

  test(`a log of samples by ${tool} is unranked if consecutive samples were deleted`, async (t) => {
    const lines = make(rates).split("\r\n");
    const first = lines.findIndex(isSample);
    for (const [deleted, code] of [
      [6, undefined],
      [20, "rows_left_out"],
    ] as const) {
      const kept = lines.filter((_, index) => index < first + 50 || index >= first + 50 + deleted);
      const { unranked, warnings } = await readLog(kept.join("\r\n"));
      t.is(unranked?.code, code);
      t.true(
        warnings.some((text) =>
          text.includes(`has no samples for ${deleted * periodS} of ${199 * periodS} s`),
        ),
        warnings.join(),
      );
    }
  });

  test(`a log of samples by ${tool} is unranked if most of its samples were deleted`, async (t) => {
    // A generator of pseudo-random numbers, so that the deleted samples follow no pattern.
    let state = 1;
    const isKept = () => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      return state / 2_147_483_648 < 0.3;
    };
    const kept = make(rates)
      .split("\r\n")
      .filter((line) => !isSample(line) || isKept());
    t.is((await readLog(kept.join("\r\n"))).unranked?.code, "rows_left_out");
  });

  test(`the last sample of a log of ${tool} without a line end is left out with a warning`, async (t) => {
    const rows = make(rates).split("\r\n");
    const end = rows.findLastIndex(isSample) + 1;
    const cut = await readLog(rows.slice(0, end).join("\r\n"));
    t.is((cut.metrics as FrameMetrics).samples, SAMPLES - 1);
    t.regex(cut.warnings.join(), /last row is cut off and left out/);
    t.notRegex((await readLog(make(rates))).warnings.join(), /cut off/);
  });
}

test("if samples of a log have neither frame rate nor time, their number decides whether the log is ranked", async (t) => {
  const log = logs["MSI Afterburner"].make(rates.map((rate, sample) => (sample % 10 === 5 ? "N/A" : rate)));
  const untimed = log.replaceAll(/^80, [^,]*(,.*N\/A.*)$/gm, "80, -$1");
  const { unranked, warnings } = await read(Buffer.from(untimed, "latin1"));
  t.is(unranked?.code, "rows_left_out");
  t.regex(warnings.join(), /20 of 200 samples .* they took at least 0 of 199 s/);
});
