import type { Readable } from "node:stream";
import multer from "@koa/multer";
import type { Context, Middleware } from "koa";
import type { Options, StorageEngine } from "multer";
import type { Fault } from "../../errors.ts";
import { jsonPointer } from "../../validation/faults.ts";
import { cleanUpAfter } from "../../infra/store-errors.ts";
import type { UploadRates } from "../limits/upload-rates.ts";
import { acceptBody } from "./accept-body.ts";
import { multipartError } from "./multipart-errors.ts";
import { Problem, problemTypes } from "../problems/problem-types.ts";

const MAX_FIELD_NAME_BYTES = 100;

/** A form that the service has not read yet. */
export type UploadedForm = ReturnType<typeof createUploadedForm>;

/** Creates the object with which a handler reads the multipart form of a request. */
export function createUploadedForm(context: Context, uploads: UploadRates) {
  const length = context.req.headers["content-length"];
  return {
    /**
     * The size of the form in bytes, which its Content-Length states; null without that header. Node reads no more
     * bytes than the header says.
     */
    bytes: length === undefined ? null : Number(length),

    /**
     * Reads the whole form and streams each file into the target while it arrives.
     * @throws the errors of `receiveForm`
     */
    receive: <F extends { file_id: string }>(rules: FormRules<F>): Promise<ReceivedForm<F>> =>
      receiveForm(context, rules, uploads),
  };
}

/**
 * A received form: its text fields in the order of arrival, repeated fields included, and the files that were stored.
 */
export interface ReceivedForm<StoredFile> {
  fields: readonly (readonly [name: string, value: string])[];
  files: readonly StoredFile[];
  /**
   * A fault for each file that was not stored because its field takes no files, or because the form has too many files.
   */
  faults: readonly Fault[];
}

/** The limits of a form, the check of each file, and the target to which the files are streamed. */
interface FormRules<StoredFile> {
  /** The name of the only field of the form that takes files. */
  fileField: string;
  maxFiles: number;
  maxFields: number;
  maxFieldBytes: number;
  target: FileTarget<StoredFile>;
  /**
   * The check that is called before each file of `fileField` is accepted, with the fields and faults that arrived
   * before the file. If the call rejects, the form is refused immediately with the error of the call: neither the file
   * nor a later file is accepted.
   */
  beforeFile: (soFar: Pick<ReceivedForm<StoredFile>, "fields" | "faults">) => Promise<void>;
}

/**
 * The target to which the files of a form are streamed while they arrive. Each route with files has a separate target.
 */
interface FileTarget<StoredFile> {
  put: (content: Readable, name: string) => Promise<StoredFile>;
  remove: (fileIds: readonly string[]) => Promise<void>;
}

/**
 * Receives a multipart form and streams each file to the target while it arrives. A field name with brackets is
 * refused, because multer would turn such fields into objects or arrays.
 * @throws Problem 400, 408, 415 or 503, InvalidInputError, or the error of `beforeFile` or of the target. Before it
 * throws, the function removes every file of the form that was stored
 */
async function receiveForm<F extends { file_id: string }>(
  context: Context,
  rules: FormRules<F>,
  uploads: UploadRates,
): Promise<ReceivedForm<F>> {
  if (!context.is("multipart/form-data")) {
    const found = context.get("Content-Type") || "nothing";
    const detail = `Expected Content-Type multipart/form-data, found ${found}.`;
    throw new Problem(problemTypes.unsupportedMediaType, { detail });
  }
  // Fail now if the client has disconnected already: Node has emitted the events that would end the reading of the
  // body, and does not emit them again.
  if (context.req.destroyed)
    throw new Problem(problemTypes.malformedRequest, { detail: "The client has closed the connection." });
  acceptBody(context);
  const fields: [string, string][] = [];
  const faults: Fault[] = [];
  const storage = createStorage(rules);
  const upload = koaMulter({
    storage: storage.engine,
    limits: {
      fields: rules.maxFields,
      fieldSize: rules.maxFieldBytes,
      fieldNameSize: MAX_FIELD_NAME_BYTES,
      // Refuse field names with brackets, because multer would turn such fields into objects and arrays.
      fieldNestingDepth: 0,
      parts: rules.maxFields + 2 * rules.maxFiles,
    },
    defParamCharset: "utf8",
    fileFilter: (_request, file, decide) => {
      const fault = faultOfFile(file.fieldname, storage.countFile(), rules);
      if (fault) faults.push(fault);
      if (fault) decide(null, false);
      else
        void storage
          .admit(() => rules.beforeFile({ fields, faults }))
          .then((isTaken) => decide(null, isTaken));
    },
    streamHandler: (request, parser) => {
      parser.on("field", (name, value) => fields.push([name, value]));
      request.pipe(parser);
    },
  });
  const watched = uploads.watch(context.req);
  const received = upload.any()(context, async () => undefined);
  try {
    await Promise.race([received, storage.failed, watched.cutOff]);
  } catch (error) {
    received.catch(() => undefined);
    await cleanUpAfter(storage.targetError() ?? error, () => storage.discard());
    if (error instanceof Problem) throw error;
    throw storage.targetError() ?? multipartError(error);
  } finally {
    watched.stop();
  }
  return { fields, files: await storage.files(), faults };
}

function faultOfFile(
  field: string,
  position: number,
  { fileField, maxFiles }: Pick<FormRules<unknown>, "fileField" | "maxFiles">,
): Fault | undefined {
  if (field !== fileField) {
    const detail = `Unknown field with a file. Expected files in the field ${fileField} only.`;
    return { pointer: jsonPointer([field]), detail };
  }
  if (position < maxFiles) return undefined;
  return {
    pointer: `/${fileField}/${position}`,
    detail: `Expected at most ${maxFiles} files, found one more.`,
  };
}

interface FieldSource {
  on(event: "field", listener: (name: string, value: string) => void): unknown;
}

/**
 * The package @types/koa__multer describes an older multer. The type in this module describes the newer multer that
 * the package @koa/multer wraps.
 */
const koaMulter = multer as unknown as (options: Options & { streamHandler: StreamHandler }) => {
  any(): Middleware;
};

type StreamHandler = (request: Readable, parser: FieldSource & NodeJS.WritableStream) => void;

/**
 * Creates multer's storage engine for one request. The engine records the files that it has stored, so that `discard`
 * can remove these files.
 */
function createStorage<F extends { file_id: string }>({ target }: FormRules<F>) {
  const contents: Readable[] = [];
  /** Errors that the form itself caused, for instance by ending in the middle of a file. */
  const brokenContents = new Set<unknown>();
  const stored: Promise<F>[] = [];
  let fileCount = 0;
  const refusal = createRefusal();

  async function reportOutcome(storing: Promise<F>, done: (error?: Error) => void): Promise<void> {
    try {
      await storing;
      done();
    } catch (thrown) {
      done(refusal.refuse(thrown));
    }
  }

  const engine: StorageEngine = {
    _handleFile: (_request, file, done) => {
      contents.push(file.stream);
      file.stream.on("error", (error) => brokenContents.add(error));
      const storing = target.put(file.stream, file.originalname);
      stored.push(storing);
      void reportOutcome(storing, done);
    },
    _removeFile: (_request, _file, done) => done(null),
  };

  return {
    engine,
    failed: refusal.failed,
    admit: createAdmission(refusal),
    countFile: () => fileCount++,
    files: () => Promise.all(stored),
    /**
     * Returns the error of the target or of the check `beforeFile` for which the form was refused; undefined if there
     * is none, or if the form itself caused the error.
     */
    targetError: () => (brokenContents.has(refusal.error()) ? undefined : refusal.error()),
    discard: async () => {
      for (const content of contents) content.destroy(new Error("the form was refused"));
      const outcomes = await Promise.allSettled(stored);
      await target.remove(
        outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value.file_id] : [])),
      );
    },
  };
}

/**
 * Returns a function that says whether a file of a form is accepted. If the check of a file rejects, the form is
 * refused with the error of the check. Small files may arrive at the same time. Each file is checked only after the
 * file before it was checked, so that the order of the files does not change.
 */
function createAdmission(refusal: ReturnType<typeof createRefusal>) {
  async function judge(check: () => Promise<void>): Promise<boolean> {
    try {
      if (!refusal.error()) await check();
    } catch (error) {
      refusal.refuse(error);
    }
    return refusal.error() === undefined;
  }
  let last: Promise<unknown> = Promise.resolve();
  return (check: () => Promise<void>): Promise<boolean> => {
    const judged = last.then(() => judge(check));
    last = judged;
    return judged;
  };
}

/**
 * Creates the object that records the first error because of which a form is refused: a file was not accepted or could
 * not be stored.
 */
function createRefusal() {
  let first: Error | undefined;
  let reportFailure: (error: unknown) => void;
  /**
   * Rejects at the first file that cannot be accepted or stored. Multer alone would read the rest of the request before
   * it fails.
   */
  const failed = new Promise<never>((_resolve, reject) => {
    reportFailure = reject;
  });
  failed.catch(() => undefined);
  return {
    failed,
    error: () => first,
    /**
     * Refuses the form because of an error, unless the form was refused before. Returns the error of the first refusal.
     */
    refuse: (thrown: unknown): Error => {
      first ??= thrown instanceof Error ? thrown : new Error(String(thrown));
      reportFailure(first);
      return first;
    },
  };
}
