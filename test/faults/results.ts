import { makeCapture, makeFrameTimes, makeGameFrames } from "../helpers/capture-generator.ts";
import type { Client, SentFile } from "../helpers/client.ts";

export type Form = Parameters<Client["add"]>[0];

/** A short capture. */
export const smallCapture: SentFile = {
  name: "small.csv",
  content: makeCapture("presentmon-1.0", makeGameFrames(1)),
};

/** A capture whose first bytes are right, but which fails when it is read. */
export const brokenCapture: SentFile = {
  name: "broken.csv",
  content: `${makeCapture("presentmon-1.0", makeGameFrames(1)).split("\r\n")[0]}\r\n`,
};

/** A capture that takes a worker a while. */
export function makeLongCapture(frames: number): SentFile {
  const game = { application: "harbour.exe", processId: 4711, swapChain: "0x0000023DCA2DD8C0" };
  const made = makeFrameTimes(frames, 1).map((frameTimeMs) =>
    Object.assign({ frameTimeMs, isDropped: false }, game),
  );
  return { name: "long.csv", content: makeCapture("presentmon-1.0", made) };
}

/** A typed-in score. */
export const scoreForm = (build_id: number): Form => ({ build_id, benchmarks: { id: 15, runs: [1234] } });

/** A capture as a result. */
export const fileForm = (build_id: number, file = smallCapture): Form => ({
  build_id,
  benchmarks: { id: 16 },
  files: [file],
});
