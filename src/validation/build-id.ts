import { z } from "zod";
import { pathInteger } from "./paging.ts";

/**
 * Matches a build id: a whole number from 1 with at most 12 digits. The counter from which builds get their ids never
 * exceeds 12 digits.
 */
const BUILD_ID = /^[1-9]\d{0,11}$/;

/** The highest id that an import may give a build. New builds get ids above the highest imported id. */
export const MAX_IMPORTED_BUILD_ID = 999_999_999;

/** Returns whether a text has the format of a build id. */
export function isBuildId(text: string): boolean {
  return BUILD_ID.test(text);
}

/** The schema of the path parameter `build_id`. */
export const buildIdParams = z.object({ build_id: pathInteger(BUILD_ID) });
