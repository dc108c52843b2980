import { crc32, deflateRawSync } from "node:zlib";

/**
 * A file in a made-up ZIP archive. All fields except name and content replace values that the archive would have, to
 * make a damaged archive.
 */
export interface MadeZipFile {
  /** The name of the file in UTF-8, or the bytes of the name in another code page. */
  name: string | Uint8Array;
  content: Uint8Array;
  /** The compression method of the file in the ZIP archive: 0 for stored, 8 for deflated (the default). */
  method?: number;
  /** The bytes that the archive contains in place of the compressed content. */
  data?: Uint8Array;
  flags?: number;
  crc32?: number;
  compressedSize?: number;
  size?: number;
  offset?: number;
}

/** Values that replace the correct values in the end record of a made-up ZIP archive, to make a damaged archive. */
export interface MadeZipEnd {
  count?: number;
  disk?: number;
  directoryOffset?: number;
  comment?: string;
}

function words(...values: readonly (readonly [number, 2 | 4])[]): Buffer {
  const bytes = Buffer.alloc(values.reduce((length, [, size]) => length + size, 0));
  let at = 0;
  for (const [value, size] of values) {
    bytes.writeUIntLE(value, at, size);
    at += size;
  }
  return bytes;
}

interface WrittenFile {
  local: Buffer;
  entry: (offset: number) => Buffer;
}

function writeFile(file: MadeZipFile): WrittenFile {
  const { content, method = 8, flags = 0 } = file;
  const name = typeof file.name === "string" ? Buffer.from(file.name) : Buffer.from(file.name);
  const data = file.data ?? (method === 8 ? deflateRawSync(content) : content);
  const sums = [
    [file.crc32 ?? crc32(content), 4],
    [file.compressedSize ?? data.length, 4],
    [file.size ?? content.length, 4],
    [name.length, 2],
    [0, 2],
  ] as const;
  const common = [[20, 2], [flags, 2], [method, 2], [0, 2], [0, 2], ...sums] as const;
  return {
    local: Buffer.concat([words([0x04034b50, 4], ...common), name, data]),
    entry: (offset) =>
      Buffer.concat([
        words(
          [0x02014b50, 4],
          [20, 2],
          ...common,
          [0, 2],
          [0, 2],
          [0, 2],
          [0, 4],
          [file.offset ?? offset, 4],
        ),
        name,
      ]),
  };
}

/** Returns a ZIP archive of the given files, in the same order. */
export function makeZip(files: readonly MadeZipFile[], end: MadeZipEnd = {}): Buffer {
  const { count = files.length, disk = 0, directoryOffset, comment = "" } = end;
  const locals: Buffer[] = [];
  const entries: Buffer[] = [];
  let offset = 0;
  for (const file of files) {
    const { local, entry } = writeFile(file);
    locals.push(local);
    entries.push(entry(offset));
    offset += local.length;
  }
  const directory = Buffer.concat(entries);
  const endRecord = words(
    [0x06054b50, 4],
    [disk, 2],
    [disk, 2],
    [count, 2],
    [count, 2],
    [directory.length, 4],
    [directoryOffset ?? offset, 4],
    [comment.length, 2],
  );
  return Buffer.concat([...locals, directory, endRecord, Buffer.from(comment, "latin1")]);
}

/**
 * A text that made-up archives contain in place of licence keys, serial numbers and names, and that the service must
 * never store.
 */
export const SECRET = "SECRET-0123-4567";

/** Arielle.xml, the file in a .3dmark-result archive with the details of the run, including the licence key. */
export const arielleXml = `<?xml version="1.0" encoding="UTF-8"?>
<benchmark>
  <application_info>
    <info><name>version</name><value>2.28.8217</value></info>
    <info><name>upgrade_key</name><value>${SECRET}</value></info>
  </application_info>
  <results><result><TimeSpyGt1P>80</TimeSpyGt1P></result></results>
</benchmark>
`;

const systemInfo = `<system_info><serial_number>${SECRET}</serial_number></system_info>`;

/**
 * Returns a .3dmark-result archive as 3DMark writes it: Result.xml between private files that must never be read. The
 * private files are stored, not deflated, so that a search finds SECRET in every copy of the archive.
 */
export function makeThreeDMarkResult(resultXml: string): Buffer {
  return makeZip([
    { name: "Arielle.xml", content: Buffer.from(arielleXml), method: 0 },
    { name: "Result.xml", content: Buffer.from(resultXml) },
    { name: "SI.xml", content: Buffer.from(systemInfo), method: 0 },
    { name: "hash.txt", content: Buffer.from("00"), method: 0 },
  ]);
}

/**
 * Returns a .3dmark-11-result archive as 3DMark 11 writes it, with a list of content types as in Office documents. Its
 * private files are stored, as in `makeThreeDMarkResult`.
 */
export function makeThreeDMark11Result(resultXml: string): Buffer {
  return makeZip([
    { name: "[Content_Types].xml", content: Buffer.from("<Types/>") },
    { name: "SI.xml", content: Buffer.from(systemInfo), method: 0 },
    { name: "Result.xml", content: Buffer.from(resultXml) },
    { name: "Handle.xml", content: Buffer.from(`<handle><account>${SECRET}</account></handle>`), method: 0 },
    { name: "Hash.txt", content: Buffer.from("00"), method: 0 },
  ]);
}
