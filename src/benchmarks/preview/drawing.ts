import { extname } from "node:path";
import { LRUCache } from "lru-cache";
import { createThrottledQueue } from "../../infra/throttled-queue.ts";
import { createSharedCalls } from "../../infra/shared-calls.ts";
import { createTaskThread } from "../../infra/task-thread.ts";
import { createSerialQueue } from "../../infra/serial-queue.ts";

/**
 * The version of the code that draws PNGs, which is a part of the ETag of each PNG. Raise the version whenever the same
 * SVG gives another PNG.
 */
export const DRAWING_VERSION = 1;

/** A task for the thread that draws pictures. */
export interface DrawTask {
  svg: string;
}

/** Time limit for drawing a picture, in ms. On an idle machine, drawing takes a hundredth of this limit. */
const TASK_TIMEOUT_MS = 60_000;

/** The longest pause after the drawing of a picture, in ms: many times the time that drawing a picture takes. */
const THROTTLE_HOLD_MS = 2000;

/**
 * The size of the cache of drawn pictures, in bytes, which is enough for about fifty pictures. Chat programs request a
 * picture shortly after somebody has posted its link.
 */
const CACHE_BYTES = 4 * 1024 * 1024;

/**
 * Creates the renderer of the pictures of a process. A thread draws one picture at a time and then pauses for as long
 * as the drawing took. Recent pictures come from a cache.
 * @param options.maxWaiting the maximum number of calls that wait
 */
export function createDrawing({ maxWaiting }: { maxWaiting: number }) {
  const file = new URL(`./draw-thread${extname(import.meta.url)}`, import.meta.url);
  const thread = createTaskThread<{ task: DrawTask; result: Uint8Array }>(file, TASK_TIMEOUT_MS);
  const turns = createSerialQueue({ maxWaiting, what: "pictures to be drawn" });
  const throttle = createThrottledQueue(THROTTLE_HOLD_MS, { busyMs: () => performance.now() });
  const known = new LRUCache<string, Buffer>({
    maxSize: CACHE_BYTES,
    sizeCalculation: (png, svg) => png.length + Buffer.byteLength(svg),
  });
  const share = createSharedCalls<Buffer>();
  const draw = async (svg: string): Promise<Buffer> => {
    const png = await turns.take(() => throttle.take(() => thread.run({ svg })));
    return Buffer.from(png.buffer, png.byteOffset, png.byteLength);
  };
  return {
    /** Returns an SVG picture of this service as PNG. @throws OverloadedError */
    png: async (svg: string): Promise<Buffer> => {
      const found = known.get(svg);
      if (found !== undefined) return found;
      return share(svg, async () => {
        const png = await draw(svg);
        known.set(svg, png);
        return png;
      });
    },

    /** Ends the thread that draws pictures. */
    close: (): Promise<void> => thread.close(),
  };
}
