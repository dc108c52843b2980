import { randomBytes } from "node:crypto";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Writes a file as a whole or not at all, so that no program ever reads half of the file. Only the owner may read the
 * file. Creates the folder of the file if it is missing.
 */
export async function writeWhole(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const part = `${path}.${randomBytes(4).toString("hex")}.part`;
  try {
    await writeFile(part, text, { mode: 0o600, flag: "wx" });
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}
