import type { z } from "zod";

/** The parts of a schema's definition by which `fieldsAt` finds the schema at a path. */
interface Definition {
  type: string;
  shape?: Readonly<Record<string, z.core.$ZodType>>;
  element?: z.core.$ZodType;
  innerType?: z.core.$ZodType;
  in?: z.core.$ZodType;
  out?: z.core.$ZodType;
}

/**
 * Returns the names of the fields that an input may have at a path.
 * @param path the keys that lead to an object of the input, such as `["fits"]`
 * @returns an empty list if the schema at the path describes no object, or a choice between several kinds of objects
 */
export function fieldsAt(schema: z.core.$ZodType, path: readonly PropertyKey[]): string[] {
  const definition = schema._zod.def as unknown as Definition;
  // A schema that converts an input has two inner schemas. Take the schema of the input: the first of the two or, if
  // the first is the conversion, the second.
  const { type, in: first, out: second, innerType } = definition;
  const isConversion = type === "pipe" && (first?._zod.def as Definition | undefined)?.type === "transform";
  const inner = innerType ?? (isConversion ? second : first);
  if (inner) return fieldsAt(inner, path);
  const [key, ...rest] = path;
  if (key === undefined) return Object.keys(definition.shape ?? {});
  const next = definition.element ?? definition.shape?.[String(key)];
  return next ? fieldsAt(next, rest) : [];
}
