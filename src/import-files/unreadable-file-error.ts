/** Thrown when a file does not have the expected format, so that none of its rows can be imported. */
export class UnreadableFileError extends Error {
  override name = "UnreadableFileError";
}
