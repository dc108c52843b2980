/** Returns the message of what was thrown: of an error its own, of anything else its text. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
