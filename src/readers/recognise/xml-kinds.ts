import { SEND_XML } from "./advice.ts";
import { picture } from "./binary-kinds.ts";
import type { FileKind, Recognition } from "./file-kind.ts";

const PROLOG_PART = /^\s*(?:<\?.*?\?>|<!--.*?-->)/s;
const ROOT_NAME = /^\s*<([^\s/>!?]{1,200})/;

/** Recognises XML by its root element. Null where the root is not in this part of the text. */
export function recogniseXml(text: string): Recognition | null {
  let rest = text;
  for (let part = PROLOG_PART.exec(rest); part !== null; part = PROLOG_PART.exec(rest)) {
    rest = rest.slice(part[0].length);
  }
  if (/^\s*<!doctype\s+html/i.test(rest)) return { kind: webPage };
  if (/^\s*<!doctype/i.test(rest)) return { kind: xmlWithDoctype };
  const root = ROOT_NAME.exec(rest)?.[1];
  if (root === undefined) return null;
  switch (root.toLowerCase()) {
    case "benchmark":
      return { kind: threeDMarkExport };
    case "html":
      return { kind: webPage };
    case "svg":
      return { kind: picture };
    default:
      return { kind: otherXml, evidence: root };
  }
}

const threeDMarkExport: FileKind = {
  looksLike: "This is the XML export of a 3DMark run",
  acceptedAs: "3dmark-xml",
  advice: { "frame-csv": "Send it as the result of a 3DMark graphics test instead." },
};
const webPage: FileKind = {
  looksLike: "This looks like a web page (HTML)",
  advice: {
    "3dmark-xml": `A result page of a web site does not have the figures in a readable form. ${SEND_XML}`,
  },
};
const xmlWithDoctype: FileKind = {
  looksLike: "This is XML with a document type declaration (<!DOCTYPE …>), which is not accepted",
  advice: { "3dmark-xml": "Exports of 3DMark have none: send the file exactly as 3DMark wrote it." },
};
const otherXml: FileKind = {
  looksLike:
    "This is XML, but not an export of 3DMark (its root element is not <benchmark>). Its root element is",
  quotesEvidence: true,
  advice: { "3dmark-xml": `Of the files in a .3dmark-result only Result.xml holds the results. ${SEND_XML}` },
};
