import type { Context } from "koa";
import { Problem, problemTypes } from "../problems/problem-types.ts";
import { acceptBody } from "./accept-body.ts";
import { readBytes, type BodyLimits } from "./read-bytes.ts";

/** The fields of a posted form by name: a text, or a list of texts if several fields have the same name. */
export type PostedFields = Readonly<Record<string, string | readonly string[]>>;

/**
 * Reads a form without files, in the encoding in which browsers post such a form: `application/x-www-form-urlencoded`.
 * @throws Problem 400, 408, 413 or 415
 */
export async function readPostedFields(context: Context, limits: BodyLimits): Promise<PostedFields> {
  if (!context.is("application/x-www-form-urlencoded")) {
    const found = context.get("Content-Type") || "nothing";
    const detail = `Expected Content-Type application/x-www-form-urlencoded, found ${found}.`;
    throw new Problem(problemTypes.unsupportedMediaType, { detail });
  }
  acceptBody(context);
  const posted = new URLSearchParams((await readBytes(context, limits)).toString("utf8"));
  return Object.fromEntries(
    [...new Set(posted.keys())].map((name) => {
      const values = posted.getAll(name);
      return [name, values.length > 1 ? values : (values[0] ?? "")];
    }),
  );
}
