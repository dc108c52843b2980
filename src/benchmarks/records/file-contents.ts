/**
 * A store of the bytes of files: GridFS, or an object store. This interface does not track the life cycle of a file:
 * file-store.ts marks possible orphans in MongoDB, so that the bytes that a crashed process leaves are found by the id
 * of the file.
 */
export interface FileContents {
  /**
   * Begins to write a file. If the caller calls neither `end` nor `abandon`, bytes of the file may stay in the store
   * until `remove` deletes them.
   */
  begin(fileId: string): ContentWriter;

  /**
   * Yields the bytes of a file from its beginning. Loads at most one byte beyond the expected end, and holds only a
   * part of the file of limited size in memory, even if the caller consumes the bytes slowly.
   * @throws StoredFileMissingError, FileDamagedError where the store itself knows that bytes are missing,
   * StoreUnavailableError
   */
  read(fileId: string, expectedBytes: number): AsyncIterable<Uint8Array>;

  /** Whether the store has a whole file. */
  has(fileId: string): Promise<boolean>;

  /** Removes files, and the parts that an interrupted upload has left. A file that does not exist is no error. */
  remove(fileIds: readonly string[]): Promise<void>;

  /**
   * Whether an error of this store means that the store does not answer, so that another call would wait in vain as
   * well.
   */
  isSilence(error: unknown): boolean;
}

/** A file that is being written. The caller makes each call after the previous call has ended. */
export interface ContentWriter {
  /**
   * Writes bytes. Only a limited number of bytes is held in memory until the store confirms them.
   * @throws StoreUnavailableError
   */
  write(bytes: Uint8Array): Promise<void>;
  /**
   * Resolves when the store has confirmed the whole file. Before that, the file cannot be read. @throws
   * StoreUnavailableError
   */
  end(): Promise<void>;
  /** Stops writing the file, after an error. */
  abandon(): void;
}
