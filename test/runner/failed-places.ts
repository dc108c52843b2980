import { dirname } from "node:path";
import { COMPILED, TEST_BUNDLE } from "./test-files.ts";

/** The beginning of what a failed test reports of its stack. The runner shows the places of the sources instead. */
export const FAILED_AT = "failed at ";

/** Of a helper, of what called it, and of the test. */
const MAX_PLACES = 3;

const OWN_FOLDER = `/${COMPILED}/${dirname(TEST_BUNDLE)}/`;

/** Returns the first places in the stack of an error that are in the joined tests, as addresses with line and column. */
export function placesOf(error: unknown): string[] {
  // ava keeps the stack of an assertion without its own functions.
  const { assertionStack, stack } = (error ?? {}) as { assertionStack?: string; stack?: string };
  const places = (assertionStack ?? stack ?? "").matchAll(/file:\/\/[^()\s]+:\d+:\d+/g);
  return [...places]
    .map(([place]) => place)
    .filter((place) => place.includes(OWN_FOLDER))
    .slice(0, MAX_PLACES);
}
