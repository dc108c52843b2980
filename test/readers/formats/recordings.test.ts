import test from "ava";
import { makeAfterburnerLog, type MadeBlock } from "../../helpers/log-generator.ts";
import { read, refusal } from "../reading.ts";

const second = 1000;
const hour = 3600 * second;
const start = new Date("2026-01-31T22:59:50Z");

/** Makes a recording with a frame rate for each second. */
function recordingOf(rates: readonly (number | string)[], hoursLater = 0): MadeBlock {
  return {
    start: new Date(start.getTime() + hoursLater * hour),
    names: ["GPU temperature", "Framerate"],
    samples: rates.map((rate) => ["61.0", String(rate)]),
  };
}

const two = makeAfterburnerLog([recordingOf([390, 410]), recordingOf([50, 60, 70], 1)]);
const asked = (recording: number) => ({ format: "frame-csv", recording }) as const;

test("a log of several recordings is refused with a list of the recordings and how to send one of them", async (t) => {
  const { code, detail, public_detail } = await refusal(two);
  t.is(code, "joined_captures");
  t.regex(
    detail,
    /2 recordings.*: recording 1 \(begins 31-01-2026 22:59:50, lasts 1 s, 400\.0 fps on average\) and recording 2 \(begins 31-01-2026 23:59:50, lasts 2 s, 60\.0 fps on average\)/,
  );
  t.regex(detail, /such as recording 1, or send each recording/);
  t.notRegex(public_detail, /2026|22:59/);
});

test("the list of a log's recordings shows lengths of minutes, and leaves out times that the log lacks", async (t) => {
  const long = recordingOf(Array.from({ length: 85 }, () => 60));
  const log = makeAfterburnerLog([long, recordingOf([50], 1)]).toString("latin1");
  t.regex((await refusal(log)).detail, /lasts 1 min 24 s, 60\.0 fps/);
  const unreadable = log.replaceAll(/\d\d:\d\d:\d\d/g, "noon");
  t.regex(
    (await refusal(unreadable)).detail,
    /recording 1 \(60\.0 fps on average\) and recording 2 \(50\.0 fps/,
  );
});

test("the message with a log's recordings lists at most forty recordings", async (t) => {
  const many = (count: number) =>
    makeAfterburnerLog(Array.from({ length: count }, (_, hours) => recordingOf([60], hours)));
  t.regex((await refusal(many(40))).detail, /40 recordings.* recording 39 \(.* and recording 40 \(/);
  t.regex((await refusal(many(41))).detail, /recording 40 \(.* and 1 more/);
});

test("the refusal of a log without samples says whether the frame rate was logged", async (t) => {
  t.is((await refusal(makeAfterburnerLog([recordingOf([])]))).code, "no_frames");
  const without = { ...recordingOf([]), names: ["GPU temperature"] };
  t.is((await refusal(makeAfterburnerLog([without]))).code, "no_frame_times");
});

test("if the request names a recording of a log, only this recording is read", async (t) => {
  const first = await read(two, asked(1));
  t.like(first, { score: 400, recording: 1 });
  t.like(first.metrics, { samples: 2, duration_s: 1 });
  t.regex(first.warnings.join(), /those of recording 1 of 2/);
  const other = await read(two, asked(2));
  t.is(other.score, 60);
  t.like(other.metrics, { samples: 3, duration_s: 2 });

  const { code, detail } = await refusal(two, asked(3));
  t.is(code, "no_such_recording");
  t.regex(detail, /The submission asks for recording 3, but the file has 2 recordings: recording 1 \(begins/);
});

test("the only recording of a log is read whether or not the request names its number, and any other number is refused", async (t) => {
  const one = makeAfterburnerLog([recordingOf([50, 70])]);
  const { score, warnings } = await read(one, asked(1));
  t.is(score, 60);
  t.deepEqual(warnings, (await read(one)).warnings);
  t.is((await refusal(one, asked(2))).code, "no_such_recording");
});

test("a request for recording 2 of a capture in a format with at most one recording is refused", async (t) => {
  const capture = "Application,MsBetweenPresents\ngame.exe,16\n";
  t.is((await read(capture, asked(1))).score, 62.5);
  const { code, detail } = await refusal(capture, asked(2));
  t.is(code, "no_such_recording");
  t.regex(detail, /The submission asks for recording 2, but the file has 1 recording\./);
});

test("recordings of a log may differ in columns, and the tool's running values come from the recording that is read", async (t) => {
  const names = ["Framerate", "Framerate Avg", "Framerate Max"];
  const running = {
    ...recordingOf([]),
    names,
    samples: [
      ["60", "60", "61"],
      ["80", "70", "81"],
    ],
  };
  const log = makeAfterburnerLog([running, recordingOf([30], 1), { ...running, samples: [["9", "9", "9"]] }]);
  t.like((await read(log, asked(1))).metrics, { samples: 2, tool_average_fps: 70, tool_max_fps: 81 });
  const { metrics } = await read(log, asked(2));
  t.false(Object.keys(metrics).some((name) => name.startsWith("tool_")));
});

test("a header without samples and a recording without a frame rate do not count as a second recording of a log", async (t) => {
  const empty = makeAfterburnerLog([recordingOf([]), recordingOf([50, 70], 1), recordingOf([], 2)]);
  const { score, warnings } = await read(empty);
  t.is(score, 60);
  t.notRegex(warnings.join(), /recording/);

  const idle = makeAfterburnerLog([
    recordingOf(["N/A", "N/A"]),
    recordingOf([50, 70], 1),
    recordingOf([0], 2),
  ]);
  const read2 = await read(idle);
  t.like(read2, { score: 60, recording: 2 });
  t.regex(
    read2.warnings.join(),
    /those of recording 2 of 3 in the file; no other recording has a frame rate/,
  );
  t.is((await read(idle, asked(2))).score, 60);
  t.is((await refusal(idle, asked(1))).code, "no_frames");
});

test("a log of MSI Afterburner whose first lines are cut off is read", async (t) => {
  const lines = makeAfterburnerLog([recordingOf([50, 70, 90])])
    .toString("latin1")
    .split("\r\n");
  const names = lines.findIndex((line) => line.startsWith("02"));
  const from02 = lines.slice(names).join("\r\n");
  t.is((await read(from02)).score, 70);
  t.is((await read(from02.replaceAll(/^0(\d),/gm, "$1,"))).score, 70, "a log as a spreadsheet saves it");

  const header = "Type, Time, GPU temperature, Framerate";
  const samples = lines.filter((line) => line.startsWith("80"));
  t.is(
    (await read(`${[header, ...samples].join("\r\n")}\r\n`)).score,
    70,
    "a header row of names, then samples",
  );
});

test("column names of an MSI Afterburner log are used only if they stand directly above the samples", async (t) => {
  const names = "GPU temperature, Framerate, Power";
  const { code } = await refusal(`${names}\r\n80, 31-01-2026 20:00:00, 61.0, 999 \r\n`);
  t.is(code, "no_frame_times");
});

test("samples of a log without column names above them are left out, and a log without other samples is refused", async (t) => {
  const whole = makeAfterburnerLog([recordingOf([50, 70])]).toString("latin1");
  const samples = "80, 31-01-2026 20:00:00, 61.0, 999 \r\n".repeat(2);
  const { score, metrics, warnings } = await read(`${samples}${whole}`);
  t.is(score, 60);
  t.like(metrics, { samples: 2, duration_s: 1 });
  t.regex(warnings.join(), /2 samples without names of columns before them are left out/);
  const later = "00, 31-01-2026 23:30:00, Hardware monitoring log v1.6\r\n";
  const behind = await read(`${whole}${later}${samples}`);
  t.is(behind.score, 60, "samples after the first row of a recording do not belong to the recording before");
  t.regex(behind.warnings.join(), /2 samples without names/);
  const { code, detail } = await refusal(samples);
  t.is(code, "no_frame_times");
  t.regex(detail, /begins in the middle.*row 02/);
});

test("a log of more recordings than the limit is refused", async (t) => {
  const block = makeAfterburnerLog([recordingOf([60])]).toString("latin1");
  t.is((await refusal(block.repeat(257))).code, "too_many_recordings");
  t.is((await read(block.repeat(256), asked(256))).score, 60);
});

const blockOf = (...runs: readonly MadeBlock[]): string => {
  const [first = "", ...others] = runs.map((run) => makeAfterburnerLog([run]).toString("latin1"));
  const samples = others.flatMap((text) => text.split("\r\n").filter((line) => line.startsWith("80")));
  return `${[first.trimEnd(), ...samples].join("\r\n")}\r\n`;
};
const steady = (rate: number, count = 30) => Array.from({ length: count }, () => rate);

test("samples of a log whose time jumps ahead or goes back begin a new recording, even without column names", async (t) => {
  for (const log of [
    blockOf(recordingOf(steady(400), 24), recordingOf(steady(60))),
    blockOf(recordingOf(steady(400)), recordingOf(steady(60), 1)),
    blockOf(recordingOf(steady(400)), recordingOf(steady(60), 1 / 24)),
    blockOf(recordingOf(steady(400)), recordingOf(steady(60))),
  ]) {
    const { code, detail } = await refusal(log);
    t.is(code, "joined_captures");
    t.regex(detail, /2 recordings.*lasts 29 s, 400\.0 fps.*lasts 29 s, 60\.0 fps/);
    t.like(await read(log, asked(2)), { score: 60 });
    t.like((await read(log, asked(1))).metrics, { samples: 30, duration_s: 29, average_fps: 400 });
  }
});

test("a polling period of a minute, a corrected clock and an unreadable time begin no new recording in a log", async (t) => {
  const at = (seconds: number) => recordingOf([60], seconds / 3600);
  for (const seconds of [0, 1, 60, 90, -5]) {
    const { score, metrics } = await read(blockOf(at(0), at(seconds), at(seconds + 60)));
    t.is(score, 60, `${seconds} s later`);
    t.like(metrics, { samples: 3 });
  }
  const unreadable = blockOf(at(0), at(1)).replace(/22:59:51/, "noon");
  t.like((await read(unreadable)).metrics, { samples: 2, duration_s: 0 });
});

test("one unreadable time does not make a log of MSI Afterburner too short, and a log without times has an unknown duration", async (t) => {
  const log = makeAfterburnerLog([recordingOf(Array.from({ length: 30 }, () => 60))]).toString("latin1");
  const { metrics, unranked } = await read(log.replace(/22:59:58/, "noon"));
  t.is(unranked, null);
  t.like(metrics, { samples: 30, duration_s: 29 });
  t.like((await read(log.replaceAll(/\d\d:\d\d:\d\d/g, "noon"))).metrics, { duration_s: null });
});
