import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { captureInBlocks, largeExport } from "../readers-files.ts";

/** A file that is sent again and again, each time with other digits in one place: no two of its contents are equal. */
export interface SentFile {
  path: string;
  /** Its name in the form, and the benchmark for which it is sent. */
  name: string;
  benchmarkId: number;
  /** Where the digits stand that differ, and how many they are. */
  digits: { at: number; length: number };
}

/** Writes a 3DMark export of about 45 KB into a folder. */
export function writeExport(folder: string): SentFile {
  const content = largeExport();
  const id = "<benchmarkRunId>00000000-0000-4000-8000-";
  const at = content.indexOf(id) + id.length;
  return { ...write(folder, "export.xml", content), benchmarkId: 7, digits: { at, length: 12 } };
}

/** Writes a capture of at least so many bytes into a folder. */
export function writeCapture(folder: string, minBytes: number): SentFile {
  const content = Buffer.from([...captureInBlocks(minBytes)].join(""));
  // The last row ends with its time in ticks. The reader does not use them.
  const length = 6;
  const at = content.length - "\r\n".length - length;
  return { ...write(folder, "capture.csv", content), benchmarkId: 16, digits: { at, length } };
}

function write(folder: string, name: string, content: Uint8Array) {
  const path = join(folder, name);
  writeFileSync(path, content);
  return { path, name };
}

/** Returns a content of a file as pieces without a copy of it. */
export function piecesOf(content: Buffer, { at, length }: SentFile["digits"], number: number): Buffer[] {
  const digits = Buffer.from(String(number % 10 ** length).padStart(length, "0"));
  return [content.subarray(0, at), digits, content.subarray(at + length)];
}
