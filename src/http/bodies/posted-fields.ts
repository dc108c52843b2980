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
  return groupFields([...new URLSearchParams((await readBytes(context, limits)).toString("utf8"))]);
}

/** Returns the fields of a form by name. */
export function groupFields(fields: readonly (readonly [name: string, value: string])[]): PostedFields {
  const groups = new Map<string, string[]>();
  for (const [name, value] of fields) groups.set(name, [...(groups.get(name) ?? []), value]);
  return Object.fromEntries(
    [...groups].map(([name, values]) => [name, values.length > 1 ? values : (values[0] ?? "")]),
  );
}
