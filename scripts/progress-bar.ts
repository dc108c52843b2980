import process from "node:process";

/** Shows the progress of a long job. */
export type ProgressBar = ReturnType<typeof createProgressBar>;

interface ProgressBarOptions {
  /**
   * Returns the words that stand before the percentage in the line of progress, such as `3/4 files`.
   * @param share the finished share of the work, from 0 to 1
   */
  describe: (share: number) => string;
  /** The stream to which the progress bar is written; default: standard error. */
  output?: ProgressOutput;
  /** Returns the time in milliseconds since any fixed moment; default: `performance.now`. */
  now?: () => number;
  /** The interval in ms between two lines of progress in a log. */
  lineIntervalMs?: number;
}

/** The stream to which the progress bar is written: a terminal, or any other stream of text. */
interface ProgressOutput {
  write(text: string): unknown;
  isTTY?: boolean;
}

const LINE_INTERVAL_MS = 5000;
const BAR_INTERVAL_MS = 100;
const BAR_WIDTH = 30;
/** The smallest finished share from which the remaining time can be estimated: an earlier estimate would be far off. */
const MIN_SHARE = 0.02;
const CLEAR_LINE = "\r\u001B[2K";

/** Creates a bar that moves on a terminal; on other streams, such as a log, it writes a line every `lineIntervalMs`. */
export function createProgressBar({
  describe,
  output = process.stderr,
  now = () => performance.now(),
  lineIntervalMs = LINE_INTERVAL_MS,
}: ProgressBarOptions) {
  const isTerminal = output.isTTY === true;
  const startedAt = now();
  let shownAt = startedAt;
  /** The latest progress, from 0 to 1, which `end` shows; null before the first progress and after the end. */
  let latest: number | null = null;

  const write = (share: number, end: string) => {
    shownAt = now();
    const state = `${describe(share)} (${Math.floor(share * 100)} %${timeLeft(share, shownAt - startedAt)})`;
    output.write(isTerminal ? `${CLEAR_LINE}${barOf(share)} ${state}${end}` : `${state}\n`);
  };

  return {
    /**
     * Shows the progress, unless it was shown so recently that a person could not read it yet.
     * @param share from 0 to 1
     */
    show: (share: number): void => {
      latest = share;
      if (now() - shownAt >= (isTerminal ? BAR_INTERVAL_MS : lineIntervalMs)) write(share, "");
    },

    /** Writes a line above the progress bar. */
    say: (line: string): void => {
      output.write(isTerminal ? `${CLEAR_LINE}${line}\n` : `${line}\n`);
      // The line has replaced the progress bar on the terminal, so the next call of `show` has to draw the bar again.
      if (isTerminal) shownAt = Number.NEGATIVE_INFINITY;
    },

    /**
     * Shows the last progress and ends the line of the bar. Does nothing if no progress was shown, or on a second call.
     */
    end: (): void => {
      if (latest !== null) write(latest, "\n");
      latest = null;
    },
  };
}

/** Shows a bar while `work` runs, and ends the bar also when the work fails. Returns the result of the work. */
export async function withProgressBar<T>(
  describe: ProgressBarOptions["describe"],
  work: (bar: ProgressBar) => Promise<T>,
): Promise<T> {
  const bar = createProgressBar({ describe });
  return work(bar).finally(bar.end);
}

function barOf(share: number): string {
  const filled = Math.floor(share * BAR_WIDTH);
  return `[${"#".repeat(filled)}${".".repeat(BAR_WIDTH - filled)}]`;
}

function timeLeft(share: number, elapsedMs: number): string {
  if (share < MIN_SHARE || share === 1) return "";
  return `, ${Math.ceil((elapsedMs * (1 - share)) / share / 1000)} s left`;
}
