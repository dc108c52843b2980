import process from "node:process";
import { plain } from "./output.ts";

const WIDTH = 30;
const INTERVAL_MS = 100;
const CLEAR_LINE = "\r\u001B[2K";

/**
 * Creates a bar on standard error, which shows how much of an upload is sent and how much time is left. Shows nothing
 * where standard error is no terminal.
 */
export function createProgressBar() {
  const { stderr } = process;
  const startedAt = performance.now();
  let shownAt = -INTERVAL_MS;
  return {
    /**
     * Shows the progress of the work.
     * @param share the finished share of the work, from 0 to 1
     * @param text what is done at the moment
     */
    show: (share: number, text: string): void => {
      const now = performance.now();
      if (!stderr.isTTY || (share < 1 && now - shownAt < INTERVAL_MS)) return;
      shownAt = now;
      const filled = Math.floor(share * WIDTH);
      const bar = `[${"#".repeat(filled)}${".".repeat(WIDTH - filled)}]`;
      const leftS = Math.ceil(((now - startedAt) * (1 - share)) / share / 1000);
      const left = share > 0 && share < 1 ? `, ${leftS} s left` : "";
      const line = plain(`${bar} ${Math.floor(share * 100)} %${left} ${text}`);
      // Cut the line of progress to the width of the terminal, because CLEAR_LINE clears only one row.
      stderr.write(`${CLEAR_LINE}${line.slice(0, (stderr.columns || 80) - 1)}`);
    },
    /** Removes the progress bar from the terminal, so that other text can follow. */
    clear: (): void => {
      if (stderr.isTTY) stderr.write(CLEAR_LINE);
    },
  };
}
