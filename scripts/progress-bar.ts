import type { WriteStream } from "node:tty";

const WIDTH = 30;
const LINE_INTERVAL_MS = 5000;

/** Shows how far something is. */
export interface ProgressBar {
  /** @param share from 0 to 1 */
  show(share: number): void;
  /** Ends the line of the bar, so that what follows begins on its own. */
  end(): void;
}

/** A bar that moves on a terminal; anywhere else a line every few seconds, and nothing for what is done before. */
export function createProgressBar(label: string, stream: WriteStream): ProgressBar {
  let shownAt = Date.now();
  let isOpen = false;
  return {
    show: (share) => {
      const percent = `${Math.floor(share * 100)} %`;
      if (stream.isTTY) {
        const filled = Math.round(share * WIDTH);
        stream.write(
          `\r${label} [${"#".repeat(filled)}${"-".repeat(WIDTH - filled)}] ${percent.padStart(5)}`,
        );
        isOpen = true;
      } else if (Date.now() - shownAt >= LINE_INTERVAL_MS) {
        stream.write(`${label} ${percent}\n`);
        shownAt = Date.now();
      }
    },
    end: () => {
      if (isOpen) stream.write("\n");
      isOpen = false;
    },
  };
}
