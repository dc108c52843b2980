import type { Config } from "../../config.ts";
import { plainFileName } from "../../validation/names.ts";
import { writeHashed } from "./file-bytes.ts";
import type { StoredFile } from "./stored-file.ts";
import { smallFileId } from "./ledger-contents.ts";

/**
 * Begins to hold the files of one small form in memory. The document of the form's submission stores the files later
 * (`ledger-contents.ts`).
 */
export function createSmallUpload({ MAX_FILE_BYTES }: Pick<Config, "MAX_FILE_BYTES">, submissionId: string) {
  let files = 0;
  return {
    /** Holds the bytes of one file of the form in memory. @throws FileTooLargeError, or the error of the stream */
    put: async (source: AsyncIterable<Uint8Array>, sentName: string): Promise<StoredFile> => {
      files += 1;
      const file_id = smallFileId(submissionId, files);
      const name = plainFileName(sentName);
      const pieces: Uint8Array[] = [];
      const target = {
        write: async (piece: Uint8Array) => void pieces.push(piece),
        end: async () => undefined,
        abandon: () => undefined,
      };
      const written = await writeHashed(source, target, {
        name,
        maxBytes: MAX_FILE_BYTES,
        onWritten: async () => undefined,
      });
      return { file_id, name, ...written, content: Buffer.concat(pieces) };
    },
  };
}
