import { appendFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { problemTypes } from "../../src/http/problems/problem-types.ts";

/**
 * The folder in which a test run collects what tests, and the programs that they start, write, and the secrets that they
 * use. The run searches all of it for these secrets when it ends. Undefined where a test runs without `npm test`.
 */
const folder = process.env["TEST_OUTPUT_DIR"];

/** Shorter texts are no secret that anybody would use, and would be found by chance. */
const MIN_SECRET_LENGTH = 16;
/** A text of fewer different characters was made up by a test, such as the cookie of a session that never was. */
const MIN_DIFFERENT_CHARACTERS = 5;

/** Whether this test run collects output. */
export const isCollecting = folder !== undefined;

/** Adds text to what the run searches for secrets. */
export function collectOutput(text: string): void {
  if (folder !== undefined) appendFileSync(join(folder, `${process.pid}.output`), text);
}

/** Writes a line of a service's log to standard error where it tells the cause of a 500, because the answer does not tell it. */
export function showCauseOf500(line: string): void {
  if (line.includes(problemTypes.internalError.title)) process.stderr.write(`${line.trimEnd()}\n`);
}

/** Names a secret that a test uses, such as the token of a session: no output of the run may have it. */
export function registerSecret(secret: string): void {
  if (folder === undefined || secret.length < MIN_SECRET_LENGTH) return;
  if (new Set(secret).size < MIN_DIFFERENT_CHARACTERS) return;
  appendFileSync(join(folder, `${process.pid}.secrets`), `${JSON.stringify(secret)}\n`);
}
