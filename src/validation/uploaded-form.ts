import type { Readable } from "node:stream";
import type { Fault } from "../errors.ts";

/** A form as it was sent: text fields in order, repeated fields included, and the files that were stored. */
export interface ReceivedForm<StoredFile> {
  fields: readonly (readonly [name: string, value: string])[];
  files: readonly StoredFile[];
  /** Faults of files that were not stored: files in a field that takes none, or more files than the form may have. */
  faults: readonly Fault[];
}

/** Where the files of a form go while they arrive. */
interface FileTarget<StoredFile> {
  put(content: Readable, name: string): Promise<StoredFile>;
  remove(fileIds: readonly string[]): Promise<void>;
}

/** What a form may hold. */
export interface FormRules<StoredFile> {
  /** The field that takes files. */
  fileField: string;
  maxFiles: number;
  maxFields: number;
  maxFieldBytes: number;
  target: FileTarget<StoredFile>;
}

/** A form whose sender still waits to send it. Received by `receiveForm` of `http/bodies/multipart.ts`. */
export interface UploadedForm {
  /** Reads the form to its end; each file is streamed into the target while it arrives. @throws where it is refused */
  receive<StoredFile extends { file_id: string }>(
    rules: FormRules<StoredFile>,
  ): Promise<ReceivedForm<StoredFile>>;
}
