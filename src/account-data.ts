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
export interface ExportedFile {
  /** Its path in the archive, such as "sessions.json". */
  path: string;
  /** Its content, which is read once, when its turn comes. */
  content: AsyncIterable<Uint8Array>;
}

/** Returns a file of an export that holds one object as JSON. */
export function fileOfObject(path: string, object: object): ExportedFile {
  return { path, content: once(Buffer.from(`${JSON.stringify(object, null, 2)}\n`)) };
}

/** Returns a file of an export that holds objects as a JSON array, one a line. They are read while the file is written. */
export function fileOfObjects(path: string, objects: AsyncIterable<object>): ExportedFile {
  return { path, content: asJsonArray(objects) };
}

/**
 * Yields everything that a function finds page by page in the order of ids, so that no cursor is open while a slow client reads.
 * @param findPage returns the first things behind an id; the first page is behind undefined
 */
export async function* inPages<Id, Thing extends { _id: Id }>(
  findPage: (afterId: Id | undefined) => Promise<Thing[]>,
): AsyncGenerator<Thing> {
  for (let page = await findPage(undefined); page.length > 0; page = await findPage(page.at(-1)?._id))
    yield* page;
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

async function* asJsonArray(objects: AsyncIterable<object>): AsyncGenerator<Uint8Array> {
  let separator = "[\n";
  for await (const object of objects) {
    yield Buffer.from(`${separator}${JSON.stringify(object)}`);
    separator = ",\n";
  }
  yield Buffer.from(separator === "[\n" ? "[]\n" : "\n]\n");
}
