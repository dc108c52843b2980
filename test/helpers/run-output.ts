import { appendFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { problemTypes } from "../../src/http/problems/problem-types.ts";

/**
 * The folder in which a test run collects the output of tests and of their child processes, and the secrets that tests
 * use. At its end the run searches all output for these secrets. Undefined if a test runs without `npm test`.
 */
const folder = process.env["TEST_OUTPUT_DIR"];

/**
 * The minimum length of a registered secret. No secret of the service is shorter, and the search would find shorter
 * texts by chance.
 */
const MIN_SECRET_LENGTH = 16;
/**
 * The minimum number of different characters in a registered secret. A text with fewer different characters is made up
 * by a test, such as a cookie that belongs to no session.
 */
const MIN_DIFFERENT_CHARACTERS = 5;

/** Whether this test run collects output, to search it for secrets. */
export const isCollecting = folder !== undefined;

/** Adds text to the output that the test run searches for secrets. */
export function collectOutput(text: string): void {
  if (folder !== undefined) appendFileSync(join(folder, `${process.pid}.output`), text);
}

/**
 * Writes a log line of a service to standard error if the line contains the cause of a response with status 500,
 * because the response does not contain the cause.
 */
export function showCauseOf500(line: string): void {
  if (line.includes(problemTypes.internalError.title)) process.stderr.write(`${line.trimEnd()}\n`);
}

/**
 * Registers a secret that a test uses, such as the token of a session. No output of the test run may contain a secret.
 */
export function registerSecret(secret: string): void {
  if (folder === undefined || secret.length < MIN_SECRET_LENGTH) return;
  if (new Set(secret).size < MIN_DIFFERENT_CHARACTERS) return;
  appendFileSync(join(folder, `${process.pid}.secrets`), `${JSON.stringify(secret)}\n`);
}
