import { findExecutable, isExecutable } from "../embedded/index.ts";

/**
 * The names under which Linux distributions and Google install Chromium or Chrome. Debian's headless shell comes first:
 * it takes a third of the processor time of a full browser, which also loads pages of its own.
 */
const NAMES = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome-stable",
  "google-chrome",
  "chrome",
];

/** The paths of Chrome and Chromium on macOS, where installers do not add the browser to PATH. */
const MAC_FILES = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** The message that tells a person how to get a browser. */
export const NO_CHROMIUM =
  "There is no Chromium or Chrome. Install one (Debian: apt-get install chromium-headless-shell), or set CHROME_PATH to its program.";

/**
 * Returns the path of a Chromium or Chrome on this machine, or undefined if there is none: the program that CHROME_PATH
 * names, else one from PATH, else one of the usual paths on macOS.
 * @throws Error if CHROME_PATH names no program
 */
export function findChromium(env: NodeJS.ProcessEnv): string | undefined {
  const chosen = env["CHROME_PATH"];
  if (chosen) {
    if (isExecutable(chosen)) return chosen;
    throw new Error(`CHROME_PATH: expected the path of a Chromium or Chrome program, found ${chosen}.`);
  }
  return findExecutable(NAMES, env["PATH"]) ?? MAC_FILES.find(isExecutable);
}
