/**
 * A store of the bytes of files: GridFS, an object store, or the documents of submissions (for small files). The store
 * does not know which files are in use. The module file-store.ts marks files that may be orphans in MongoDB. The file
 * ids in these marks lead to the bytes that a crashed process has left in the store.
 */
export interface FileContents {
  /**
   * Begins to write a file. If the caller calls neither `end` nor `abandon`, bytes of the file may stay in the store
   * until `remove` deletes them.
   */
  begin(fileId: string): ContentWriter;

  /**
   * Yields the bytes of a file from its beginning. Loads at most one byte beyond the expected end. Even if the caller
   * consumes the bytes slowly, only a limited part of the file is in memory.
   * @throws StoredFileMissingError, FileDamagedError where the store itself knows that bytes are missing,
   * StoreUnavailableError
   */
  read(fileId: string, expectedBytes: number): AsyncIterable<Uint8Array>;

  /** Whether the store has all bytes of a file. */
  has(fileId: string): Promise<boolean>;

  /**
   * Removes files, and the parts of files that an interrupted upload has left. It is no error if a file does not exist.
   */
  remove(fileIds: readonly string[]): Promise<void>;

  /** Whether an error of the store means that it does not answer, so that a further call would time out, too. */
  isSilence(error: unknown): boolean;
}

/** The writer of one file. A caller must wait for the end of each call before the next call. */
export interface ContentWriter {
  /**
   * Writes bytes of the file. Only a limited number of bytes is in memory until the store confirms them.
   * @throws StoreUnavailableError
   */
  write(bytes: Uint8Array): Promise<void>;
  /**
   * Resolves when the store has confirmed the whole file. Until then, the file cannot be read. @throws
   * StoreUnavailableError
   */
  end(): Promise<void>;
  /** Stops storing the file after an error; the rest of the file will not be written. */
  abandon(): void;
}
