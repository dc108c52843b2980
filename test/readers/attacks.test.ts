import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { promisify } from "node:util";
import test from "ava";
import { attacks } from "../helpers/attack-generator.ts";
import type { AttackOutcome } from "./programs/read-attack.ts";
import { programArguments } from "../helpers/project-files.ts";

// The test reads each malicious file in a process of its own, so that the peak memory and the longest turn of the event
// loop belong to this file alone.

const run = promisify(execFile);
// The maximum peak memory while a malicious file is read, in MiB. Most of the peak is garbage that is not collected
// yet, because csv-parse creates objects for each row.
const MAX_PEAK_MIB = 100;
// The limits are multiples of the processor time for three million plain rows, the most rows that a reader accepts,
// because such a ratio also holds on slow and busy machines. The most expensive malicious file, rows in quotation
// marks, takes six times that processor time. Its longest turn of the event loop takes a fifth of that time.
const YARDSTICK = "three million rows and one";
const MAX_YARDSTICKS = 10;
const MAX_YARDSTICKS_A_TURN = 1 / 3;
// The test repeats a measurement that exceeds a limit, because other work on the machine can only increase the measured
// processor time.
const MAX_MEASUREMENTS = 6;

/**
 * The expected outcome of each malicious file: the code of the refusal, and a pattern for the message. An empty code
 * means that the file is read.
 */
const expected: Record<string, { code: string; words: RegExp }> = {
  "100 MiB of commas in one row": { code: "line_too_long", words: /Line 2 is longer than 65536 bytes/ },
  "100 MiB of commas and nothing else": { code: "wrong_format", words: /unknown kind/ },
  "100 MiB without line end": { code: "line_too_long", words: /Line 2 is longer/ },
  "an open quotation mark": { code: "unclosed_quote", words: /begins on line 2,/ },
  "ten million empty lines": { code: "no_frames", words: /no frames/ },
  "ten million empty lines without header": { code: "empty_file", words: /empty/ },
  "rows of two quotation marks": { code: "irregular_rows", words: /more than 10000 times/ },
  "rows in quotation marks": { code: "too_many_frames", words: /3000000 rows/ },
  "cells with text behind their quotation marks": { code: "irregular_rows", words: /up to line 2\d,/ },
  "a row of quoted cells over many lines": { code: "unclosed_quote", words: /begins on line 2,/ },
  "line ends in quotation marks": { code: "unclosed_quote", words: /begins on line 5\d{7},/ },
  "rows of one byte that is no text": { code: "too_many_frames", words: /3000000 rows/ },
  "rows of letters beyond ASCII": { code: "too_many_frames", words: /3000000 rows/ },
  "frame times NaN": { code: "too_many_skipped_rows", words: /200000 have no number/ },
  "frame times Infinity": { code: "too_many_skipped_rows", words: /200000 have no number/ },
  "frame times 1e308": { code: "too_many_skipped_rows", words: /200000 are negative or longer than an hour/ },
  "negative frame times": { code: "too_many_skipped_rows", words: /200000 are negative/ },
  "frame times 0": { code: "too_many_skipped_rows", words: /200000 have the frame time 0/ },
  "frame times 0.0001": { code: "too_many_skipped_rows", words: /200000 have the frame time 0/ },
  "frame times of 60 000 digits": { code: "too_many_skipped_rows", words: /have no number/ },
  "frame times of 60 000 decimals": { code: "too_many_skipped_rows", words: /have no number/ },
  "MangoHud frame times of 60 000 digits": { code: "too_many_skipped_rows", words: /have no number/ },
  "FRAPS times of 60 000 digits": { code: "too_many_skipped_rows", words: /have no number/ },
  "Afterburner samples of 60 000 digits": { code: "no_frames", words: /no frame rate above 0/ },
  "paths of 60 000 letters": { code: "too_many_chains", words: /more than 256 processes/ },
  "words of headers in lines that are no headers": { code: "wrong_format", words: /unknown kind/ },
  "a header only": { code: "no_frames", words: /no frames/ },
  "a header twice": { code: "joined_captures", words: /Line 1002 repeats the header/ },
  "1100 columns": { code: "too_many_columns", words: /Line 1 has more than 1000 columns/ },
  "a name of a megabyte": { code: "line_too_long", words: /Line 2 is longer/ },
  "2 000 001 frames": { code: "too_many_frames", words: /more than 2000000 frames/ },
  "three million rows and one": { code: "too_many_frames", words: /3000000 rows/ },
  "XML 100 000 deep": { code: "invalid_xml", words: /nested too deep/ },
  "a text of 50 MB": { code: "too_large", words: /larger than 1 MiB/ },
  "an attribute of 50 MB": { code: "too_large", words: /larger than 1 MiB/ },
  "a doctype": { code: "wrong_format", words: /document type/ },
  "billion laughs": { code: "wrong_format", words: /document type/ },
  "two roots": { code: "invalid_xml", words: /damaged at line 1/ },
  "XML cut in the middle": { code: "invalid_xml", words: /cut short/ },
  "60 000 attributes": { code: "failed_run", words: /no results/ },
  "100 000 results": { code: "invalid_xml", words: /cut short/ },
  "a ZIP bomb": { code: "too_large", words: /larger than 1 MiB/ },
  "a ZIP with ../Result.xml": { code: "wrong_format", words: /without Result\.xml/ },
  "a ZIP inside of a ZIP": { code: "invalid_zip", words: /is an archive, too/ },
  "an encrypted ZIP": { code: "encrypted_zip", words: /encrypted/ },
  "a gzip bomb": { code: "too_large", words: /200 times the archive's size/ },
  "JSON 100 000 deep": { code: "invalid_json", words: /more than 16 nested objects and arrays/ },
  "a JSON text of 100 MiB": { code: "invalid_json", words: /longer than 64 KiB/ },
  "JSON numbers of 60 000 digits": { code: "too_many_skipped_rows", words: /70 are negative or longer/ },
  "JSON texts of 10 000 escapes": { code: "invalid_json", words: /more than 10000 backslashes/ },
  "a record of 50 MB": { code: "", words: /was read/ },
  "17 million JSON values": { code: "invalid_json", words: /more than 16000000 values/ },
  "a record of 257 runs": { code: "too_many_recordings", words: /more than 256 runs/ },
  "a record of 2 000 001 frames": { code: "too_many_frames", words: /more than 2000000 frames/ },
  "a ZIP of 100 MiB": { code: "too_large", words: /larger than 16 MiB/ },
};

test("every malicious result file of the tests of readers has an expected outcome", (t) => {
  t.deepEqual(Object.keys(expected).sort(), Object.keys(attacks).sort());
});

// Memory is measured through /proc, so systems without /proc skip the tests.
const attack = existsSync("/proc/self/status") ? test.serial : test.serial.skip;

async function outcomeOf(name: string): Promise<AttackOutcome> {
  const { stdout } = await run(process.execPath, [
    ...programArguments("test/readers/programs/read-attack.ts"),
    name,
  ]);
  return JSON.parse(stdout) as AttackOutcome;
}

let yardstick: Promise<AttackOutcome> | undefined;
function measureYardstick(): Promise<AttackOutcome> {
  yardstick ??= outcomeOf(YARDSTICK);
  return yardstick;
}

/**
 * Returns the processor time of a reading, and of its longest turn, as multiples of the processor time that the
 * yardstick (a capture of plain rows) takes.
 */
function yardsticksOf({ readCpuMs, longestTurnCpuMs }: AttackOutcome, yardstick: AttackOutcome) {
  return {
    yardsticks: readCpuMs / yardstick.readCpuMs,
    turnYardsticks: longestTurnCpuMs / yardstick.readCpuMs,
  };
}

/**
 * Measures the reading of a malicious file until the result is within the limits, at most MAX_MEASUREMENTS times.
 * Returns the last measurement with the highest memory peak of all.
 */
async function measure(name: string, yardstick: AttackOutcome): Promise<AttackOutcome> {
  let peakMiB = 0;
  for (let measurements = 1; ; measurements += 1) {
    const outcome = await outcomeOf(name);
    peakMiB = Math.max(peakMiB, outcome.peakMiB);
    const { yardsticks, turnYardsticks } = yardsticksOf(outcome, yardstick);
    const isCheap = yardsticks < MAX_YARDSTICKS && turnYardsticks < MAX_YARDSTICKS_A_TURN;
    if (isCheap || measurements === MAX_MEASUREMENTS) return { ...outcome, peakMiB };
  }
}

for (const [name, { code, words }] of Object.entries(expected)) {
  attack(`a reader ${code === "" ? "reads" : "soon refuses"} at little cost: ${name}`, async (t) => {
    t.timeout(600_000);
    const yardstick = await measureYardstick();
    const outcome = name === YARDSTICK ? yardstick : await measure(name, yardstick);
    const { readCpuMs, longestTurnCpuMs, peakMiB } = outcome;
    const { yardsticks, turnYardsticks } = yardsticksOf(outcome, yardstick);
    t.log(
      `${readCpuMs.toFixed(0)} ms of processor time, of which the longest turn took ${longestTurnCpuMs.toFixed(0)} ms, peak ${peakMiB.toFixed(0)} MiB`,
    );
    t.is(outcome.code, code, outcome.detail);
    t.regex(outcome.detail, words);
    t.true(yardsticks < MAX_YARDSTICKS, `${yardsticks} times the processor time of the yardstick`);
    t.true(
      turnYardsticks < MAX_YARDSTICKS_A_TURN,
      `a turn took ${turnYardsticks} times the processor time of the yardstick`,
    );
    t.true(peakMiB < MAX_PEAK_MIB, `a peak of ${peakMiB} MiB`);
  });
}
