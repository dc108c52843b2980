import { fileURLToPath } from "node:url";

/** The program of the package, compiled beside the tests. */
export const program: string = fileURLToPath(new URL("../../src/bin.js", import.meta.url));

/** Returns the environment of this run for a program whose commands are no cases of the conformance suite. */
export function programEnv(env: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const { MONGODB_SHAPE_LOG: _, ...rest } = process.env;
  return { ...rest, ...env };
}
