import type { Readable } from "node:stream";
import type { Fault } from "../errors.ts";

/** A form that the service has not read yet. Implemented by `receiveForm` of `http/bodies/multipart.ts`. */
export interface UploadedForm {
  /** How many bytes the form has, of which no more are received; null where the client does not say. */
  bytes: number | null;

  /** Reads the whole form and streams each file into the target while it arrives. @throws where the form or a file is refused */
  receive<StoredFile extends { file_id: string }>(
    rules: FormRules<StoredFile>,
  ): Promise<ReceivedForm<StoredFile>>;
}

/** A received form: its text fields in the order of arrival, repeated fields included, and the files that were stored. */
export interface ReceivedForm<StoredFile> {
  fields: readonly (readonly [name: string, value: string])[];
  files: readonly StoredFile[];
  /** Faults of files that were not stored: files in a field that takes none, or more files than the form may have. */
  faults: readonly Fault[];
}

/** The store to which the files of a form are streamed while they arrive. Implemented by `benchmarks/records/file-store.ts`. */
interface FileTarget<StoredFile> {
  put(content: Readable, name: string): Promise<StoredFile>;
  remove(fileIds: readonly string[]): Promise<void>;
}

/** What a form may hold, and where its files go. */
export interface FormRules<StoredFile> {
  /** Name of the only field that takes files. */
  fileField: string;
  maxFiles: number;
  maxFields: number;
  maxFieldBytes: number;
  target: FileTarget<StoredFile>;
  /**
   * Called before each file of `fileField` is taken, with what arrived before it. Where it rejects, the form is refused with its
   * error at once: neither this file nor a later one is taken.
   */
  beforeFile: (soFar: Pick<ReceivedForm<StoredFile>, "fields" | "faults">) => Promise<void>;
}
