/** A file does not have the format that it was announced in, so that none of it can be imported. */
export class UnreadableFileError extends Error {
  override name = "UnreadableFileError";
}
