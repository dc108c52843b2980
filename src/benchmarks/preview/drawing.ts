import { extname } from "node:path";
import { LRUCache } from "lru-cache";
import { createLane } from "../../infra/lane.ts";
import { createSharedCalls } from "../../infra/shared-calls.ts";
import { createTaskThread } from "../../infra/task-thread.ts";
import { createTurns } from "../../infra/turns.ts";

/** What the thread of the pictures is asked for. */
export interface DrawTask {
  svg: string;
}

/** A picture takes a hundredth of this on an idle machine. */
const TASK_TIMEOUT_MS = 60_000;

/** The longest rest after a picture: many times what drawing one takes. */
const LANE_HOLD_MS = 2000;

/** Room for about fifty pictures, which chats ask for in a short time after somebody has posted a link. */
const CACHE_BYTES = 4 * 1024 * 1024;

/**
 * Creates what draws the pictures of a process, under the limits of charts: one at a time in a thread, with a rest after each for as
 * long as it took, and what was drawn lately is not drawn again.
 * @param options.maxWaiting how many calls may wait
 */
export function createDrawing({ maxWaiting }: { maxWaiting: number }) {
  const file = new URL(`./draw-thread${extname(import.meta.url)}`, import.meta.url);
  const thread = createTaskThread<{ task: DrawTask; result: Uint8Array }>(file, TASK_TIMEOUT_MS);
  const turns = createTurns({ maxWaiting, what: "pictures to be drawn" });
  const lane = createLane(LANE_HOLD_MS, { busyMs: () => performance.now() });
  const known = new LRUCache<string, Buffer>({
    maxSize: CACHE_BYTES,
    sizeCalculation: (png, svg) => png.length + Buffer.byteLength(svg),
  });
  const share = createSharedCalls<Buffer>();
  const draw = async (svg: string): Promise<Buffer> => {
    const png = await turns.take(() => lane.take(() => thread.run({ svg })));
    return Buffer.from(png.buffer, png.byteOffset, png.byteLength);
  };
  return {
    /** Returns an SVG of ours as PNG. @throws OverloadedError */
    png: async (svg: string): Promise<Buffer> => {
      const found = known.get(svg);
      if (found !== undefined) return found;
      return share(svg, async () => {
        const png = await draw(svg);
        known.set(svg, png);
        return png;
      });
    },

    /** Ends the thread. */
    close: (): Promise<void> => thread.close(),
  };
}
