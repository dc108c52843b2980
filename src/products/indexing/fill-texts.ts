import type { FieldValue } from "../../kinds/kind.ts";

const FIELD_IN_BRACES = /\{(\w+)\}/;

/**
 * A cache of templates, each split at its names of fields, so that every second part is a name. Only the declarations
 * of product kinds contain templates, so the map stays small.
 */
const splitTexts = new Map<string, readonly string[]>();

/**
 * Fills the fields of a product into templates, in which names of fields stand in braces. Leaves out a template with
 * an unknown field.
 */
export function fillTexts(texts: readonly string[], fields: Readonly<Record<string, FieldValue>>): string {
  let filled = "";
  for (const text of texts) {
    const result = fillText(text, fields);
    if (result !== "") filled += filled === "" ? result : ` ${result}`;
  }
  return filled;
}

/** Fills the fields of a product into one template; returns an empty text if a field of the template is unknown. */
function fillText(text: string, fields: Readonly<Record<string, FieldValue>>): string {
  let result = "";
  for (const [index, part] of partsOf(text).entries()) {
    const shown = index % 2 === 0 ? part : shownOf(fields[part]);
    if (index % 2 === 1 && shown === "") return "";
    result += shown;
  }
  return result;
}

function partsOf(text: string): readonly string[] {
  const known = splitTexts.get(text);
  if (known) return known;
  const parts = text.split(FIELD_IN_BRACES);
  splitTexts.set(text, parts);
  return parts;
}

function shownOf(value: FieldValue | undefined): string {
  return Array.isArray(value) ? value.join(" ") : String(value ?? "");
}
