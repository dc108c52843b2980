const firstBytes = Buffer.from("PK\x03\x04", "latin1");
const firstBytesOfEmpty = Buffer.from("PK\x05\x06", "latin1");

/** Whether a file is a ZIP archive, as a .3dmark-result file is, by its first bytes. */
export function isZip(head: Uint8Array): boolean {
  const start = Buffer.from(head.subarray(0, firstBytes.length));
  return start.equals(firstBytes) || start.equals(firstBytesOfEmpty);
}
