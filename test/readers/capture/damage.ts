import * as fc from "fast-check";
import type { MadeFrame } from "../../helpers/capture-generator.ts";

/** The seed of generated frame times. */
export const seed = fc.integer({ min: 1, max: 1_000_000 });

/** Returns the sum of frame times. */
export function total(frameTimes: readonly number[]): number {
  return frameTimes.reduce((sum, time) => sum + time, 0);
}

/** Matches a header line of a capture that names a column of frame times. */
const HEADER = /(?:^|,)(?:msbetweenpresents|frametime)(?:,|$)/i;

/** The positions of the columns of a capture that tests damage. */
export interface Places {
  frameTime: number;
  time: number;
}

/**
 * Returns a capture whose rows were changed: `change` receives the cells of each row and returns the cells that replace
 * them, or null to delete the row.
 */
export function changeRows(
  content: string,
  change: (cells: string[], row: number, places: Places) => readonly string[] | null,
): string {
  const lineEnd = content.includes("\r\n") ? "\r\n" : "\n";
  const lines = content.trimEnd().split(lineEnd);
  const header = lines.findIndex((line) => HEADER.test(line));
  const names = lines[header]?.toLowerCase().replace("\ufeff", "").split(",") ?? [];
  const firstOf = (wanted: readonly string[]) => names.findIndex((name) => wanted.includes(name));
  const places = {
    frameTime: firstOf(["msbetweenpresents", "frametime"]),
    time: firstOf(["timeinseconds", "cpustarttime"]),
  };
  const rows = lines.slice(header + 1).flatMap((line, row) => {
    const cells = change(line.split(","), row, places);
    return cells === null ? [] : [cells.join(",")];
  });
  return [...lines.slice(0, header + 1), ...rows, ""].join(lineEnd);
}

/** Returns frames of one game with the given frame times, none of which was dropped. */
export function framesOf(frameTimes: readonly number[]): MadeFrame[] {
  const game = { application: "harbour.exe", processId: 4711, swapChain: "0x1", isDropped: false };
  return frameTimes.map((frameTimeMs) => Object.assign({ frameTimeMs }, game));
}
