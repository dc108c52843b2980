import type { Caller } from "../../authorization.ts";
import type { Config } from "../../config.ts";
import { InvalidInputError, type Fault } from "../../errors.ts";
import type { ReceivedForm, UploadedForm } from "../../http/bodies/multipart.ts";
import type { Logger } from "../../infra/logger.ts";
import type { SecurityEvents } from "../../infra/security-events.ts";
import { createSerialQueue } from "../../infra/serial-queue.ts";
import type { FileFormat } from "../../readers/index.ts";
import type { Inspection } from "../../readers/inspect.ts";
import { jsonPointer } from "../../validation/faults.ts";
import type { Budgets } from "../budgets/budgets.ts";
import { UploadLimitError } from "../budgets/errors.ts";
import type { FileReaders } from "../parse/file-readers.ts";
import { formatsOf, presentInspection, type PresentedInspection } from "./present-inspection.ts";
import { asSentFile, receiveFile, type ReceivedFile, type SentFile } from "./receive-file.ts";

/**
 * The maximum number of files that wait in this process until earlier files are inspected. Each waiting file takes at
 * most 4 MiB of memory.
 */
const MAX_WAITING = 20;
const MAX_FIELDS = 20;
const MAX_FIELD_BYTES = 64 * 1024;

interface InspectionsDeps {
  fileReaders: Pick<FileReaders, "inspect">;
  budgets: Pick<Budgets, "beginUpload">;
  securityEvents: SecurityEvents;
  config: Pick<Config, "MAX_FILES" | "MAX_FILE_BYTES" | "INSPECTION_TIMEOUT_MS">;
  logger: Logger;
}

/**
 * The service that tells what files contain, and whether a submission would accept the files. The service does not
 * store the files, and an inspected file does not count as a run.
 */
export type Inspections = ReturnType<typeof createInspections>;

/**
 * Creates the service that tells what files contain. Only one file of a form is in memory at a time. Each web process
 * inspects one file at a time, in a child process.
 */
export function createInspections(deps: InspectionsDeps) {
  const { config } = deps;
  const turns = createSerialQueue({ maxWaiting: MAX_WAITING, what: "files to be inspected" });

  async function inspectFile(file: SentFile): Promise<PresentedInspection> {
    const formats = formatsOf(file);
    const isRead = formats.length > 0 && file.inspected !== null;
    const inspection = isRead ? await turns.take(() => read(deps, file, formats)) : null;
    return presentInspection(file, formats, inspection);
  }

  async function receive(form: UploadedForm): Promise<ReceivedForm<InspectedPart>> {
    let last: Promise<unknown> = Promise.resolve();
    return form.receive({
      fileField: "files",
      maxFiles: config.MAX_FILES,
      maxFields: MAX_FIELDS,
      maxFieldBytes: MAX_FIELD_BYTES,
      target: {
        put: async (content, name) => {
          const inspecting = receiveFile(content, name, config).then(inspectFile);
          last = inspecting.catch(() => undefined);
          return { file_id: "", inspected: await inspecting };
        },
        remove: async () => undefined,
      },
      beforeFile: async () => void (await last),
    });
  }

  return {
    /**
     * Tells what a received file of a submission contains, judging by the bytes of the file that are in memory.
     * @throws OverloadedError
     */
    describe: (file: ReceivedFile): Promise<PresentedInspection> => inspectFile(asSentFile(file)),

    /**
     * Receives a form and inspects each of its files. A file that cannot be read does not affect the other files.
     * @throws InvalidInputError with every fault of the form, UploadLimitError, FileTooLargeError, OverloadedError, and
     * the errors of `UploadedForm.receive`
     */
    inspect: async (
      { account_id }: Pick<Caller, "account_id">,
      { form, address }: { form: UploadedForm; address: string },
    ): Promise<PresentedInspection[]> => {
      const endUpload = beginUpload(deps, account_id, address);
      try {
        const received = await receive(form);
        const faults = faultsOf(received);
        if (faults.length > 0) throw new InvalidInputError(faults);
        return received.files.map(({ inspected }) => inspected);
      } finally {
        endUpload();
      }
    },
  };
}

function beginUpload(
  { budgets, securityEvents }: InspectionsDeps,
  account_id: string,
  address: string,
): () => void {
  try {
    return budgets.beginUpload(account_id);
  } catch (error) {
    if (error instanceof UploadLimitError)
      securityEvents.record("limit_reached", { account_id, address, limit: error.code });
    throw error;
  }
}

/** An inspected file of a form. Its id is empty, because the service does not store the file. */
interface InspectedPart {
  file_id: string;
  inspected: PresentedInspection;
}

/**
 * Inspects a file in a child process. Returns null if the process failed: the answer then has only the format that the
 * first bytes of the file suggest.
 */
async function read(
  { fileReaders, logger, config }: InspectionsDeps,
  { name, inspected, isWhole }: SentFile,
  formats: readonly FileFormat[],
): Promise<Inspection | null> {
  try {
    const bytes = inspected ?? new Uint8Array();
    return await fileReaders.inspect(bytes, { name, isWhole, formats }, config.INSPECTION_TIMEOUT_MS);
  } catch (error) {
    logger.warn({ err: error }, "a file that was sent to be inspected could not be read");
    return null;
  }
}

function faultsOf({ fields, files, faults }: ReceivedForm<InspectedPart>): Fault[] {
  const names = new Set(fields.map(([name]) => name));
  const unknown = [...names].map((name) => ({
    pointer: jsonPointer([name]),
    detail:
      name === "files"
        ? "Expected a file, found a text. With curl, write -F files=@<path>."
        : "Unknown field. Send the files in a field with the name files.",
  }));
  const missing = { pointer: "/files", detail: "Required: expected a file to inspect, found none." };
  const isMissing = files.length === 0 && !names.has("files") && faults.length === 0;
  return [...unknown, ...faults, ...(isMissing ? [missing] : [])];
}
