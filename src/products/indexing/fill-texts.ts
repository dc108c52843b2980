import type { FieldValue } from "../kinds/kind.ts";

const FIELD_IN_BRACES = /\{(\w+)\}/g;

/** Fills the fields of a product into texts with names of fields in braces; leaves out a text of which a field is unknown. */
export function fillTexts(texts: readonly string[], fields: Readonly<Record<string, FieldValue>>): string {
  const filled = texts.map((text) => {
    let isKnown = true;
    const result = text.replaceAll(FIELD_IN_BRACES, (_match, name: string) => {
      const value = fields[name] ?? "";
      const shown = Array.isArray(value) ? value.join(" ") : String(value);
      if (shown === "") isKnown = false;
      return shown;
    });
    return isKnown ? result : "";
  });
  return filled.filter(Boolean).join(" ");
}
