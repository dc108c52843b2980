import { dirname } from "node:path";
import { COMPILED, TEST_BUNDLE } from "./test-files.ts";

/**
 * The prefix of the stack lines that a failed test reports. The runner shows the source positions in place of these
 * lines.
 */
export const FAILED_AT = "failed at ";

/** The maximum number of stack positions that are shown for a failure: enough for a helper, its caller and the test. */
const MAX_PLACES = 3;

const OWN_FOLDER = `/${COMPILED}/${dirname(TEST_BUNDLE)}/`;

/**
 * Returns the first positions in an error's stack that are in the bundled tests, as file URLs with line and column.
 */
export function placesOf(error: unknown): string[] {
  // Prefer `assertionStack`, in which ava stores the stack of an assertion without ava's own functions.
  const { assertionStack, stack } = (error ?? {}) as { assertionStack?: string; stack?: string };
  const places = (assertionStack ?? stack ?? "").matchAll(/file:\/\/[^()\s]+:\d+:\d+/g);
  return [...places]
    .map(([place]) => place)
    .filter((place) => place.includes(OWN_FOLDER))
    .slice(0, MAX_PLACES);
}
