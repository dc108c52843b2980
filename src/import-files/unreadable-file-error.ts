/** A file does not have the expected format, so that none of it can be imported. */
export class UnreadableFileError extends Error {
  override name = "UnreadableFileError";
}
