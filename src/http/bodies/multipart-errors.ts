import { InvalidInputError } from "../../errors.ts";
import { jsonPointer } from "../../validation/faults.ts";
import { Problem, problemTypes } from "../problems/problem-types.ts";

/**
 * Returns the error to throw for a form that multer refused: 422 where the form breaks a limit, 400 where it is broken.
 */
export function multipartError(error: unknown): Error {
  const { code, field, message } = error as { code?: string; field?: string; message?: string };
  const detail = code === undefined ? undefined : faultDetails[code];
  if (detail !== undefined)
    return new InvalidInputError([{ pointer: jsonPointer(field === undefined ? [] : [field]), detail }]);
  return new Problem(problemTypes.malformedRequest, {
    detail: `The multipart form cannot be read: ${message ?? "it is broken"}. Nothing was stored.`,
  });
}

/** The description of the fault for each error code of multer. */
const faultDetails: Readonly<Record<string, string>> = {
  LIMIT_FIELD_COUNT: "The form has too many fields.",
  LIMIT_PART_COUNT: "The form has too many parts.",
  LIMIT_FIELD_KEY: "A field's name is too long.",
  LIMIT_FIELD_VALUE:
    "The value of the field is too long. If the value is a file, the part of the form needs a file name.",
  LIMIT_FIELD_NESTING:
    "Unknown field. No field of a form has brackets in its name. The service did not read the rest of the form.",
  MISSING_FIELD_NAME: "A part of the form has no field name.",
  INVALID_FIELD_NAME: "The field's name is not valid.",
};
