/** Returns the file that a benchmark of the EGO engine writes about frames of the given durations in milliseconds. */
export function makeEgoLog(frameTimes: readonly number[], banner: readonly string[] = []): string {
  let runningMs = 0;
  const rows = frameTimes.map((frameTime, index) => {
    runningMs += frameTime;
    return [index, frameTime.toFixed(4), (runningMs / 1000).toFixed(4)].join(",");
  });
  return [...banner, "Frame,Time (ms),Running time (s)", ...rows, ""].join("\n");
}

/** The facts of a made-up sensor log of HWiNFO, with a sample of each sensor every two seconds. */
export interface MadeHwinfoLog {
  /** The names of the columns of frame rates in the made-up log. */
  rateNames: readonly string[];
  /** The cells of each sample of the made-up log, in the columns of frame rates. */
  samples: readonly (readonly string[])[];
  /** The seconds from midnight to the first sample. */
  startS?: number;
  delimiter?: "," | ";";
}

/** Returns a log as HWiNFO writes it: in Latin-1, with the names of columns and sensors again at the end. */
export function makeHwinfoLog({
  rateNames,
  samples,
  startS = 3600,
  delimiter = ",",
}: MadeHwinfoLog): Uint8Array {
  const header = ["Date", "Time", '"CPU Package [°C]"', '"GPU Power [W]"', ...rateNames].join(delimiter);
  const two = (value: number) => String(value).padStart(2, "0");
  const decimal = (text: string) => (delimiter === ";" ? text.replace(".", ",") : text);
  const rows = samples.map((cells, index) => {
    const time = startS + 2 * index;
    const day = Math.floor(time / 86_400);
    const clock = `${Math.floor(time / 3600) % 24}:${two(Math.floor(time / 60) % 60)}:${two(time % 60)}.250`;
    return [`${30 + day}.1.2026`, clock, "61.0", "140.5", ...cells].map(decimal).join(delimiter);
  });
  const sensors = ["", "", '"CPU [#0]: Made-up CPU"', '"GPU [#0]: Made-up GPU"'].join(delimiter);
  return Buffer.from([header, ...rows, header, sensors, ""].join("\r\n"), "latin1");
}

/**
 * Returns a capture as a spreadsheet saves it after it has opened the capture with a wrong delimiter: each line is one
 * cell in quotation marks. The text `behind` follows each cell.
 */
export function wrapLines(text: string, behind = ""): string {
  const lines = text.replace(/^\ufeff/, "").split(/\r?\n/);
  const rows = lines.filter((line) => line !== "");
  return rows.map((line) => `"${line.replaceAll('"', '""')}"${behind}\r\n`).join("");
}
