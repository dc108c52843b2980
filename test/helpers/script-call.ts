/** A script to run: the URL of its module, its arguments and its whole environment. */
export interface ScriptCall {
  url: string;
  args: readonly string[];
  env: NodeJS.ProcessEnv;
}

/** The character that the program `run-scripts.ts` writes to both of its outputs when a script has ended. */
export const END_OF_SCRIPT = "\u0000";
