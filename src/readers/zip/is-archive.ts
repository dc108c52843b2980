import { isZip } from "./is-zip.ts";

/** Whether a file is packed with gzip, by its first bytes (RFC 1952, section 2.3.1). */
export function isGzip(head: Uint8Array): boolean {
  return head[0] === 0x1f && head[1] === 0x8b;
}

/** Whether a file is an archive from which a result is read: a ZIP archive or a gzip file, by its first bytes. */
export function isArchive(head: Uint8Array): boolean {
  return isZip(head) || isGzip(head);
}
