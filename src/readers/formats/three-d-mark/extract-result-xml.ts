import { decodeHead } from "../../bytes/encoding.ts";
import { limits } from "../../limits.ts";
import { message, ownWords } from "../../message.ts";
import { ReaderError } from "../../reader-error.ts";
import { extractEntry } from "../../zip/extract-entry.ts";
import { heldFiles } from "../../zip/held-files.ts";
import { invalidZip } from "../../zip/invalid-zip.ts";
import { readZip } from "../../zip/read-zip.ts";
import { zipEntries, type ZipEntry } from "../../zip/zip-entries.ts";
import { baseName, isPackedFile } from "../../zip/zip-names.ts";

/** The only file of a .3dmark-result or .3dmark-11-result archive that is read. */
const RESULT_XML_NAME = "Result.xml";

const LARGEST_RESULT = ownWords(
  "A .3dmark-result file has less than one. Send that file exactly as 3DMark wrote it.",
);

/**
 * Returns the content and the name of `Result.xml` in a .3dmark-result or .3dmark-11-result file, a ZIP archive of at
 * most 16 MiB. A person who packed the archive again may have put the file into a folder, or changed the case of its
 * name. If the archive has no Result.xml, but XML as its only file, this file is the result: an export that a person
 * has packed. No other file is unpacked, because some files of such archives contain licence keys and names of persons.
 * Errors of the stream pass through.
 * @throws ReaderError `wrong_format` where the archive has neither file, `encrypted_zip`, `too_large`, `invalid_zip`
 */
export async function extractResultXml(
  chunks: AsyncIterable<Uint8Array>,
): Promise<{ name: string; content: Uint8Array }> {
  const zip = await readZip(chunks, LARGEST_RESULT);
  const entries = zipEntries(zip);
  const entry = findResult(entries);
  const name = isResultXml(entry.name) ? RESULT_XML_NAME : baseName(entry.name);
  const content = await extractEntry(zip, entry);
  const isExport = name === RESULT_XML_NAME || XML_NAME.test(name) || isXml(content);
  if (!isExport) throw noResult(entries);
  return { name, content };
}

// Whether a file begins as XML does. Blanks may precede the first tag.
function isXml(content: Uint8Array): boolean {
  return decodeHead(content.subarray(0, 1024)).trimStart().startsWith("<");
}

const XML_NAME = /\.xml$/i;

function findResult(entries: readonly ZipEntry[]): ZipEntry {
  const exact = entries.filter(({ name }) => name === RESULT_XML_NAME);
  const [result, another] = exact.length > 0 ? exact : entries.filter(({ name }) => isResultXml(name));
  if (another !== undefined) throw invalidZip(message`it holds Result.xml more than once`);
  if (result !== undefined) return result;
  const [only, other] = entries.filter(({ name }) => isPackedFile(name));
  const isAlone = only !== undefined && other === undefined && isInside(only.name);
  if (isAlone && (XML_NAME.test(only.name) || only.size <= limits.maxXmlBytes)) return only;
  throw noResult(entries);
}

function noResult(entries: readonly ZipEntry[]): ReaderError {
  const held = entries.length === 0 ? message`It is empty` : heldFiles(entries);
  const detail = message`This is a ZIP archive without Result.xml, so it is no .3dmark-result file. ${held}. If one of these is a .3dmark-result file or an XML export, unpack the archive and send that file.`;
  return new ReaderError("wrong_format", detail);
}

// Whether a name in an archive is that of Result.xml. "run/result.xml" counts, because people pack the file again;
// names that lead out of the archive do not count.
function isResultXml(name: string): boolean {
  return isInside(name) && baseName(name).toLowerCase() === RESULT_XML_NAME.toLowerCase();
}

function isInside(name: string): boolean {
  return !name.startsWith("/") && !name.includes("..") && !name.includes(":");
}
