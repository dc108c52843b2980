import { SEND_AS_3DMARK, SEND_XML } from "./advice.ts";
import { picture } from "./binary-kinds.ts";
import type { FileKind, Recognition } from "./file-kind.ts";
import { privateFieldOf } from "./private-fields.ts";

const PROLOG_PART = /^\s*(?:<\?.*?\?>|<!--.*?-->)/s;
const ROOT_NAME = /^\s*<([^\s/>!?]{1,200})/;

/**
 * Recognises XML by its root element, and by private fields. Returns null where `opening` does not contain the root
 * element.
 * @param opening the beginning of the text
 * @param all returns all of the available text
 */
export function recogniseXml(opening: string, all: () => string): Recognition | null {
  let rest = opening;
  for (let part = PROLOG_PART.exec(rest); part !== null; part = PROLOG_PART.exec(rest)) {
    rest = rest.slice(part[0].length);
  }
  if (/^\s*<(?:!doctype\s+)?html/i.test(rest))
    return { kind: /unigine/i.test(all()) ? unigineReport : webPage };
  if (/^\s*<!doctype/i.test(rest)) return { kind: xmlWithDoctype };
  const root = ROOT_NAME.exec(rest)?.[1];
  if (root === undefined) return null;
  if (root.toLowerCase() === "svg") return { kind: picture };
  const field = privateFieldOf(all());
  if (field !== null) return { kind: privateXml, evidence: field };
  return root.toLowerCase() === "benchmark" ? { kind: threeDMarkExport } : { kind: otherXml, evidence: root };
}

const threeDMarkExport: FileKind = {
  looksLike: "This is the XML export of a 3DMark run",
  acceptedAs: "3dmark-xml",
  advice: { "frame-csv": SEND_AS_3DMARK },
};
// XML files with a licence key or account data, such as Arielle.xml and often SI.xml in a .3dmark-result file.
const privateXml: FileKind = {
  looksLike:
    "This file has a licence key, a serial number or data of an account in it, as Arielle.xml of a .3dmark-result has. The service refuses such files, and has stored nothing of this file. The field is",
  quotesEvidence: true,
  code: "private_fields",
};
const unigineReport: FileKind = {
  looksLike:
    "This is the report of a Unigine benchmark (Heaven, Valley or Superposition), which has scores and no frame times",
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
    "This is XML, but not an export of 3DMark, whose root element is <benchmark>. Its root element is",
  quotesEvidence: true,
  advice: { "3dmark-xml": `Of the files in a .3dmark-result only Result.xml holds the results. ${SEND_XML}` },
};
