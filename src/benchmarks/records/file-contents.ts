/**
 * A store of the bytes of files: GridFS, or an object store. It knows nothing of what becomes of a file: file-store.ts notes in
 * MongoDB which may be orphans, so that whatever a dead process leaves here is found by its id.
 */
export interface FileContents {
  /** Begins to write a file. Whoever ends it neither by `end` nor by `abandon` leaves bytes that `remove` takes away. */
  begin(fileId: string): ContentWriter;

  /**
   * Yields the bytes of a file from its beginning. The store is asked for no more than one byte behind the expected end, and holds a
   * bounded part in memory, however slowly the bytes are taken.
   * @throws StoredFileMissingError, FileDamagedError where the store itself knows that bytes are missing, StoreUnavailableError
   */
  read(fileId: string, expectedBytes: number): AsyncIterable<Uint8Array>;

  /** Whether the store has a whole file. */
  has(fileId: string): Promise<boolean>;

  /** Removes files, and whatever interrupted writing has left of them. A file that does not exist is no error. */
  remove(fileIds: readonly string[]): Promise<void>;

  /** Whether an error of this store means that it gives no answer, so that another call would wait in vain as well. */
  isSilence(error: unknown): boolean;
}

/** A file that is being written. Each call is made after the one before it has ended. */
export interface ContentWriter {
  /** Takes some bytes, of which it holds a bounded part in memory until the store confirms them. @throws StoreUnavailableError */
  write(bytes: Uint8Array): Promise<void>;
  /** Resolves when the store has confirmed the whole file, which nobody sees before. @throws StoreUnavailableError */
  end(): Promise<void>;
  /** Gives the writing up, after an error. */
  abandon(): void;
}
