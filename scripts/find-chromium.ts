import { findExecutable, isExecutable } from "../embedded/index.ts";

/**
 * The names under which Linux distributions and Google install the browser. That of Debian without windows comes first: it takes a third of
 * the processor time of a whole browser, which loads its own pages, too.
 */
const NAMES = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome-stable",
  "google-chrome",
  "chrome",
];

/** Where the browser lies on macOS, where nothing puts it into PATH. */
const MAC_FILES = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** Says what a person can do where there is no browser. */
export const NO_CHROMIUM =
  "There is no Chromium or Chrome. Install one (Debian: apt-get install chromium-headless-shell), or set CHROME_PATH to its program.";

/**
 * Returns the path of the Chromium or Chrome of this machine, or undefined where there is none: the program that CHROME_PATH
 * names, else one from PATH, else one of macOS.
 * @throws Error where CHROME_PATH names no program
 */
export function findChromium(env: NodeJS.ProcessEnv): string | undefined {
  const chosen = env["CHROME_PATH"];
  if (chosen) {
    if (isExecutable(chosen)) return chosen;
    throw new Error(`CHROME_PATH is to name the program of a Chromium or Chrome, found ${chosen}.`);
  }
  return findExecutable(NAMES, env["PATH"]) ?? MAC_FILES.find(isExecutable);
}
