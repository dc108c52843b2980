import { fileURLToPath } from "node:url";

/** The program of the package, compiled next to the tests. */
export const program: string = fileURLToPath(new URL("../../src/bin.js", import.meta.url));

/**
 * Returns the environment of the test run without the variable that switches on the shape log, which records the
 * features of MongoDB that commands use. Use it for a program whose commands are not part of the conformance suite.
 */
export function programEnv(env: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const { MONGODB_SHAPE_LOG: _, ...rest } = process.env;
  return { ...rest, ...env };
}
