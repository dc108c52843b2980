/** Where progress is shown: standard error, or what stands in for it. */
interface ProgressOutput {
  write(text: string): unknown;
  isTTY?: boolean;
}

/** Shows how far a long job is. */
export interface Progress {
  /** One thing more is done. */
  step(): void;
  /** Writes a line above the bar. */
  say(line: string): void;
  /** Shows the last state and ends its line. */
  finish(): void;
}

interface ProgressOptions {
  total: number;
  output: ProgressOutput;
  /** Milliseconds, from any beginning. */
  now: () => number;
}

const LINE_EVERY_MS = 5000;
const BAR_EVERY_MS = 100;
const BAR_WIDTH = 30;
const CLEAR_LINE = "\r\u001B[2K";

/** A bar on a terminal; elsewhere, as in a log, a line every few seconds. */
export function createProgress({ total, output, now }: ProgressOptions): Progress {
  const isBar = output.isTTY === true;
  const startedAt = now();
  let done = 0;
  let shownAt = startedAt;

  function show(isLast: boolean): void {
    if (!isLast && now() - shownAt < (isBar ? BAR_EVERY_MS : LINE_EVERY_MS)) return;
    shownAt = now();
    const state = stateOf(done, total, shownAt - startedAt);
    output.write(isBar ? `${CLEAR_LINE}${barOf(done, total)} ${state}${isLast ? "\n" : ""}` : `${state}\n`);
  }

  return {
    step: () => {
      done += 1;
      show(false);
    },
    say: (line) => {
      output.write(isBar ? `${CLEAR_LINE}${line}\n` : `${line}\n`);
      if (isBar) shownAt = Number.NEGATIVE_INFINITY;
    },
    finish: () => show(true),
  };
}

function barOf(done: number, total: number): string {
  const filled = total === 0 ? BAR_WIDTH : Math.min(BAR_WIDTH, Math.floor((done / total) * BAR_WIDTH));
  return `[${"#".repeat(filled)}${".".repeat(BAR_WIDTH - filled)}]`;
}

function stateOf(done: number, total: number, elapsedMs: number): string {
  const percent = total === 0 ? 100 : Math.floor((done / total) * 100);
  const left =
    done > 0 && done < total ? `, ${Math.ceil(((elapsedMs / done) * (total - done)) / 1000)} s left` : "";
  return `${done}/${total} files (${percent} %${left})`;
}
