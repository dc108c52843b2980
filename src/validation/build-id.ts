import { z } from "zod";

/** Build ids are whole numbers from 1 with at most 12 digits: a counter never comes near that. */
const BUILD_ID = /^[1-9]\d{0,11}$/;

/** The highest id that an import may give a build: the counter goes on above it. */
export const MAX_IMPORTED_BUILD_ID = 999_999_999;

/** Whether a text is the number of a build. */
export function isBuildId(text: string): boolean {
  return BUILD_ID.test(text);
}

/** The parameter `build_id` of a path. */
export const buildIdParams = z.object({ build_id: z.string().regex(BUILD_ID).transform(Number) });
