import { makeCapture, makeFrameTimes, makeGameFrames } from "../helpers/capture-generator.ts";
import type { SentFile, SubmissionForm } from "../helpers/client.ts";

/** A short capture. */
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
 * Makes a capture with many frames, so that a worker needs a while to read the capture.
 * @param options.isQuoted puts a name in quotation marks into each row, with which reading takes dozens of times as
 *   long
 */
export function makeLongCapture(frames: number, { isQuoted = false } = {}): SentFile {
  const application = isQuoted ? '"harbour.exe"' : "harbour.exe";
  const game = { application, processId: 4711, swapChain: "0x0000023DCA2DD8C0" };
  const made = makeFrameTimes(frames, 1).map((frameTimeMs) =>
    Object.assign({ frameTimeMs, isDropped: false }, game),
  );
  return { name: "long.csv", content: makeCapture("presentmon-1.0", made) };
}

/** Makes the form of a typed-in score. */
export const scoreForm = (build_id: number): SubmissionForm => ({
  build_id,
  benchmarks: { id: 15, runs: [1234] },
});

/** Makes the form of a capture. */
export const fileForm = (build_id: number, file = smallCapture): SubmissionForm => ({
  build_id,
  benchmarks: { id: 16 },
  files: [file],
});
