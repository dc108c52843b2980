import { pipeline } from "node:stream";
import { crc32, createGunzip, createInflateRaw, type Gunzip, type InflateRaw } from "node:zlib";
import { limits } from "../limits.ts";
import { message, quoted } from "../message.ts";
import { ReaderError } from "../reader-error.ts";
import { packedBytesOf } from "./extract-entry.ts";
import { invalidZip } from "./invalid-zip.ts";
import type { ZipEntry } from "./zip-entries.ts";

const CHUNK_BYTES = 64 * 1024;

/**
 * Returns the content of a file of a ZIP archive as a stream. The last bytes are emitted before length and checksum are
 * compared with the archive's directory, so a consumer that needs undamaged content must read the stream to its end.
 * @throws ReaderError `encrypted_zip`, `invalid_zip`, and `too_large` above 100 MiB or 200 times the packed size
 */
export async function* unpackEntry(zip: Buffer, entry: ZipEntry): AsyncGenerator<Uint8Array> {
  const packed = packedBytesOf(zip, entry);
  const isDamaged = () => invalidZip(message`${quoted(entry.name, "the file in it")} is damaged`);
  const content =
    entry.method === 0
      ? once(packed)
      : throughZlib(once(packed), createInflateRaw({ chunkSize: CHUNK_BYTES }), isDamaged);
  let bytes = 0;
  let checksum = 0;
  for await (const chunk of boundedBy(() => packed.length, content)) {
    bytes += chunk.length;
    checksum = crc32(chunk, checksum);
    yield chunk;
  }
  if (bytes !== entry.size || checksum !== entry.crc32) throw isDamaged();
}

/**
 * Returns the content of a gzip file as a stream. Errors of the stream pass through.
 * @throws ReaderError `invalid_gzip` where the file is damaged or cut short, and `too_large` above 100 MiB or 200 times
 * the packed size
 */
export function unpackGzip(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  let packedBytes = 0;
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      packedBytes += chunk.length;
      yield chunk;
    }
  }
  const content = throughZlib(counted(), createGunzip({ chunkSize: CHUNK_BYTES }), invalidGzip);
  return boundedBy(() => packedBytes, content);
}

function invalidGzip(): ReaderError {
  const detail = message`This gzip file cannot be read: it is damaged or was cut short. Send the file in it unpacked, or pack it again.`;
  return new ReaderError("invalid_gzip", detail);
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

async function* throughZlib(
  chunks: AsyncIterable<Uint8Array>,
  unpacker: Gunzip | InflateRaw,
  damaged: () => ReaderError,
): AsyncGenerator<Uint8Array> {
  // Ignore the error that the callback of `pipeline` gets: if reading the chunks fails, the pipeline destroys the
  // unpacker with the error, and the loop over the unpacker throws it.
  pipeline(chunks, unpacker, () => undefined);
  try {
    for await (const chunk of unpacker) yield chunk as Uint8Array;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    throw code.startsWith("Z_") ? damaged() : error;
  }
}

/**
 * Passes on the unpacked content of an archive.
 * @throws ReaderError `too_large` where the content is too large for a capture, or has a ratio to the packed size that
 * only an archive bomb has
 */
async function* boundedBy(
  packedBytes: () => number,
  content: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of content) {
    bytes += chunk.length;
    const isBomb = bytes > packedBytes() * limits.maxUnpackRatio + CHUNK_BYTES;
    if (isBomb || bytes > limits.maxUnpackedBytes) {
      const detail = message`The file in this archive is too large: at most ${limits.maxUnpackedBytes / 1024 / 1024} MiB, and ${limits.maxUnpackRatio} times the archive's size, are unpacked. A few minutes of a game are enough: send a shorter capture.`;
      throw new ReaderError("too_large", detail);
    }
    yield chunk;
  }
}
