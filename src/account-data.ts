/**
 * One kind of data that the service keeps on accounts. Whoever stores an account's id, in a collection or in a key of Redis,
 * offers one of these, and `src/compose/services.ts` lists all of them: DELETE /me goes through the list, and so does
 * GET /me/export.
 */
export interface AccountData {
  /** What the data is, such as "sessions", for the log. */
  name: string;

  /**
   * Removes all that names the account. May run any number of times, also at the same time as requests and jobs of the account
   * that began before its deletion.
   */
  removeAllOf(accountId: string): Promise<void>;

  /** Yields what GET /me/export hands out of the data. Left out where it holds nothing that its person could use. */
  exportAllOf?(accountId: string): AsyncIterable<ExportedFile>;
}

/** A file of an export. */
interface ExportedFile {
  /** Its path in the archive, such as "sessions.json". */
  path: string;
  /** Its content, which is read once, when its turn comes. */
  content: AsyncIterable<Uint8Array>;
}
