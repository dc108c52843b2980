import { StringDecoder } from "node:string_decoder";
import { SaxesParser } from "saxes";
import { limits } from "../limits.ts";
import { plainText, quoted } from "../plain-text.ts";
import { ReaderError } from "../reader-error.ts";

/** A value of a 3DMark export. */
export interface ExportValue {
  /** The element's name in lower case: names are told apart without regard to case. */
  key: string;
  /** The element's name as it stands in the file. */
  name: string;
  /** Its text without blanks at both ends, never empty. */
  text: string;
  line: number;
}

/** The values of one `<result>`. No two have the same key, but for repeats of the same text. Empty elements count as absent. */
export type ExportResult = ExportValue[];

const maxReasonLength = 120;
const resultPath = ["benchmark", "results", "result"];

function invalid(reason: string, line: number): ReaderError {
  const detail = `The XML is damaged at line ${line}: ${reason}. The file was probably cut short or edited by hand. Export the run from 3DMark again and send the file unchanged.`;
  return new ReaderError("invalid_xml", detail, line);
}

function rejectDoctype(line: number): never {
  const detail =
    "The XML has a document type declaration (<!DOCTYPE …>), which is not accepted. Exports of 3DMark have none: send the file exactly as 3DMark wrote it.";
  throw new ReaderError("wrong_format", detail, line);
}

// An element's name, and its latest value.
interface Element {
  key: string;
  result: ExportResult | null;
  text: string;
}

// The elements of an export by their names: those of the passes of a run have the same names, each of which is made once.
function createElements(): (name: string) => Element {
  const byName = new Map<string, Element>();
  const byKey = new Map<string, Element>();
  return (name) => {
    const known = byName.get(name);
    if (known !== undefined) return known;
    const key = name.toLowerCase();
    const element = byKey.get(key) ?? { key, result: null, text: "" };
    byKey.set(key, element);
    byName.set(name, element);
    return element;
  };
}

function add(result: ExportResult, element: Element, value: ExportValue): void {
  const { name, text, line } = value;
  if (element.result === result && element.text !== text) {
    const detail = `The element ${quoted(name)} stands twice in one result, with ${quoted(element.text)} and with ${quoted(text)}. Send the file exactly as 3DMark wrote it.`;
    throw new ReaderError("contradictory_values", detail, line);
  }
  element.result = result;
  element.text = text;
  result.push(value);
}

/** The text of an element of a result by its name in lower case; null where it is not there. */
export function textOf(result: ExportResult, key: string): string | null {
  return result.find((value) => value.key === key)?.text ?? null;
}

// Wires the handlers that gather results; a handler throws ReaderError where a bound is passed.
function gatherResults(parser: SaxesParser): ExportResult[] {
  const results: ExportResult[] = [];
  const elementOf = createElements();
  let depth = 0;
  // How many of the open elements, from the root on, are those of the path to a result.
  let onPath = 0;
  let text = "";
  const isValue = () => depth === resultPath.length + 1 && onPath === resultPath.length;
  const addText = (part: string) => {
    if (!isValue()) return;
    text += part;
    if (text.length > limits.maxXmlTextLength) throw invalid("a text is too long", parser.line);
  };
  parser.on("doctype", () => rejectDoctype(parser.line));
  parser.on("opentag", ({ name }) => {
    if (name.length > limits.maxXmlNameLength) throw invalid("an element's name is too long", parser.line);
    if (depth === limits.maxXmlDepth) throw invalid("elements are nested too deep", parser.line);
    const expected = onPath === depth ? resultPath[depth] : undefined;
    if (expected !== undefined && expected === elementOf(name).key) {
      onPath += 1;
      if (onPath === resultPath.length) results.push([]);
    }
    depth += 1;
    text = "";
  });
  parser.on("text", addText);
  parser.on("cdata", addText);
  parser.on("closetag", ({ name }) => {
    const value = isValue() ? text.trim() : "";
    const result = results.at(-1);
    if (value !== "" && result !== undefined) {
      const element = elementOf(name);
      add(result, element, { key: element.key, name, text: value, line: parser.line });
    }
    depth -= 1;
    onPath = Math.min(onPath, depth);
    text = "";
  });
  return results;
}

/**
 * Parses a 3DMark XML export (benchmark > results > result > values) from UTF-8 bytes.
 * Throws ReaderError `invalid_xml` at the first fault of the XML, `wrong_format` at a doctype,
 * `too_large` above 1 MiB, `contradictory_values`; errors of the stream pass through.
 */
export async function parseExport(bytes: AsyncIterable<Uint8Array>): Promise<ExportResult[]> {
  const parser = new SaxesParser();
  const results = gatherResults(parser);
  const decoder = new StringDecoder("utf8");
  let length = 0;
  for await (const chunk of bytes) {
    length += chunk.length;
    if (length > limits.maxXmlBytes) {
      const detail =
        "The file is larger than 1 MiB; an export of 3DMark has a few kilobytes. Export the run from 3DMark again and send that file.";
      throw new ReaderError("too_large", detail);
    }
    stopAtFault(parser, () =>
      parser.write(decoder.write(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength))),
    );
  }
  stopAtFault(parser, () => parser.write(decoder.end()).close());
  return results;
}

// Without an error handler saxes throws at the first fault; with one it would go on.
function stopAtFault(parser: SaxesParser, step: () => void): void {
  try {
    step();
  } catch (error) {
    if (error instanceof ReaderError) throw error;
    const message = error instanceof Error ? error.message.replace(/^\d+:\d+: /, "") : String(error);
    throw invalid(plainText(message, maxReasonLength).replace(/\.$/, ""), parser.line);
  }
}
