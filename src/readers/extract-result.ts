import { peek } from "./bytes/peek.ts";
import { extractResultXml } from "./formats/three-d-mark/extract-result-xml.ts";
import { limits } from "./limits.ts";
import { message, ownWords, type Message } from "./message.ts";
import type { FileFormat } from "./read-result.ts";
import { ReaderError } from "./reader-error.ts";
import { bytesToRecognise, recognise } from "./recognise/recognise.ts";
import { refusalOf, type Refusal } from "./recognise/refusal.ts";
import { extractCapture } from "./zip/extract-capture.ts";
import { invalidZip } from "./zip/invalid-zip.ts";
import { isArchive } from "./zip/is-archive.ts";

/** The result file in an archive. */
export interface ExtractedResult {
  /** The name of the file in the archive without folders; null where the archive contains no name. */
  name: string | null;
  /** The first bytes of the file, which suffice to recognise its kind; the whole of a shorter file. */
  head: Uint8Array;
  /**
   * The whole content of the file, to be read once and to its end. The iteration throws ReaderError where the archive
   * turns out to be damaged.
   */
  all: AsyncIterable<Uint8Array>;
  /** Ends the reading of the file early; does nothing if the reading has ended already. */
  close: () => Promise<void>;
}

/**
 * Extracts the result file from an archive. In a .3dmark-result file, this is Result.xml; in any other ZIP archive and
 * in a gzip file, it is the only file. Nothing else in the archive is unpacked. Errors of the stream pass through.
 * @throws ReaderError where the archive cannot be read, or its content is not of the expected format, has private
 * fields, or is another archive
 */
export async function extractResult(
  archive: AsyncIterable<Uint8Array>,
  format: FileFormat,
): Promise<ExtractedResult> {
  const isExport = format === "3dmark-xml";
  const { name, content } = isExport ? await wholeResultXml(archive) : await extractCapture(archive);
  // Check XML as a whole, because fields with private data may stand anywhere in the document.
  const { head, all, close } = isExport
    ? await peek(content, limits.maxXmlBytes)
    : await peek(content, limits.beginningBytes, bytesToRecognise);
  const where = ownWords(
    isExport && name === "Result.xml" ? "Result.xml in the archive" : "The file in the archive",
  );
  const error = isArchive(head)
    ? invalidZip(message`the file in it is an archive, too`)
    : errorOf(refusalOf(recognise(head), format), where);
  if (error !== null) {
    await close();
    throw error;
  }
  return { name, head, all, close };
}

function errorOf(refusal: Refusal | null, where: Message): ReaderError | null {
  return refusal && new ReaderError(refusal.code, message`${where}: ${refusal.message}`);
}

async function wholeResultXml(archive: AsyncIterable<Uint8Array>) {
  const { name, content } = await extractResultXml(archive);
  return { name, content: once(content) };
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
