/**
 * One kind of data that the service stores about accounts. Every part of the code that stores an account's id, in a
 * collection or in a key of Redis, provides an `AccountData` object. `src/compose/services.ts` lists all these objects
 * for DELETE /me and GET /me/export.
 */
export interface AccountData {
  /** The name of the kind of data for the log, such as "sessions". */
  name: string;

  /**
   * Removes all data of one kind that names the account. The method is idempotent, and may run at the same time as
   * requests and jobs of the account that began before its deletion.
   */
  removeAllOf(accountId: string): Promise<void>;

  /**
   * Yields the files of the data for GET /me/export. The method is absent if the data contains nothing that the person
   * could use.
   */
  exportAllOf?(accountId: string): AsyncIterable<ExportedFile>;
}

/** A file in the archive of GET /me/export. */
export interface ExportedFile {
  /** The path of the file in the archive, such as "sessions.json". */
  path: string;
  /** The content of the file, which is read only once, when the file is written into the archive. */
  content: AsyncIterable<Uint8Array>;
}

/** Returns a file of an export that holds one object as JSON. */
export function fileOfObject(path: string, object: object): ExportedFile {
  return { path, content: once(Buffer.from(`${JSON.stringify(object, null, 2)}\n`)) };
}

/**
 * Returns a file of an export that holds objects as a JSON array, with one object on each line. The objects are read
 * while the file is written.
 */
export function fileOfObjects(path: string, objects: AsyncIterable<object>): ExportedFile {
  return { path, content: asJsonArray(objects) };
}

/**
 * Yields all stored objects that a function finds. The objects are read page by page in the order of their ids, so that
 * no database cursor is open while a slow client reads.
 * @param findPage returns the next objects after an id, in the order of the ids; `afterId` is undefined for the first
 * page
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
