import { redactUrls } from "../../../src/infra/scrub.ts";

/**
 * A result of checking the settings: a fault, a warning, or the remark that a store is usable. The text is one line.
 */
export interface Finding {
  level: "fault" | "warning" | "ok";
  text: string;
}

/** The time in ms after which a store that has not answered counts as unavailable. */
export const ANSWER_TIMEOUT_MS = 5000;

/** Returns one fault for each of the given sentences about the settings. */
export const faults = (...texts: readonly string[]): Finding[] =>
  texts.map((text) => ({ level: "fault", text }));

/** Returns one warning for each of the given sentences about the settings. */
export const warnings = (...texts: readonly string[]): Finding[] =>
  texts.map((text) => ({ level: "warning", text }));

/**
 * Returns a fault that states the error with which the connection to a store failed.
 * @param setting the setting with the store's address
 */
export function unusable(store: string, setting: string, error: unknown): Finding[] {
  const reason = redactUrls(innermost(error)).replaceAll(/\s+/g, " ");
  return faults(`${store} cannot be used (${reason}). Check that ${store} runs, and ${setting}.`);
}

/**
 * Returns the message of the innermost cause of an error: the client libraries of the stores wrap the error that says
 * what happened.
 */
function innermost(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? innermost(error.cause) : error.message;
}
