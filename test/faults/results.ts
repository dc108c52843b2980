import { makeCapture, makeFrameTimes, makeGameFrames } from "../helpers/capture-generator.ts";
import type { SentFile, SubmissionForm } from "../helpers/client.ts";

/** A short capture, which a worker reads in a moment. */
export const smallCapture: SentFile = {
  name: "small.csv",
  content: makeCapture("presentmon-1.0", makeGameFrames(1)),
};

/** A capture with a header and no frame, which the service accepts, but whose run fails. */
export const brokenCapture: SentFile = {
  name: "broken.csv",
  content: `${makeCapture("presentmon-1.0", makeGameFrames(1)).split("\r\n")[0]}\r\n`,
};

/**
 * Returns a capture with many frames, so that a worker needs a while to read it.
 * @param options.isQuoted whether each row has a name in quotation marks, with which reading takes dozens of times as
 * long
 */
export function makeLongCapture(frames: number, { isQuoted = false } = {}): SentFile {
  const application = isQuoted ? '"harbour.exe"' : "harbour.exe";
  const game = { application, processId: 4711, swapChain: "0x0000023DCA2DD8C0" };
  const made = makeFrameTimes(frames, 1).map((frameTimeMs) =>
    Object.assign({ frameTimeMs, isDropped: false }, game),
  );
  return { name: "long.csv", content: makeCapture("presentmon-1.0", made) };
}

/** Returns a submission form with one typed-in score for a build. */
export const scoreForm = (build_id: number): SubmissionForm => ({
  build_id,
  benchmarks: { id: 15, runs: [1234] },
});

/** Returns a submission form with one capture file for a build. */
export const fileForm = (build_id: number, file = smallCapture): SubmissionForm => ({
  build_id,
  benchmarks: { id: 16 },
  files: [file],
});
