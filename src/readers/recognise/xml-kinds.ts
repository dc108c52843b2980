import type { Recognition } from "./file-kinds.ts";

const prologPart = /^\s*(?:<\?.*?\?>|<!--.*?-->)/s;
const rootName = /^\s*<([^\s/>!?]{1,200})/;

/** Recognises XML by its root element. Null where the root is not in this part of the text. */
export function recogniseXml(text: string): Recognition | null {
  let rest = text;
  for (let part = prologPart.exec(rest); part !== null; part = prologPart.exec(rest)) {
    rest = rest.slice(part[0].length);
  }
  if (/^\s*<!doctype\s+html/i.test(rest)) return { kind: "html" };
  if (/^\s*<!doctype/i.test(rest)) return { kind: "doctype" };
  const root = rootName.exec(rest)?.[1];
  if (root === undefined) return null;
  switch (root.toLowerCase()) {
    case "benchmark":
      return { kind: "3dmark-export" };
    case "html":
      return { kind: "html" };
    case "svg":
      return { kind: "picture" };
    default:
      return { kind: "other-xml", sight: root };
  }
}
