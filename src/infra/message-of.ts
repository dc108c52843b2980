/** Returns the message of a thrown value: the message of an error, or the text of any other value. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
