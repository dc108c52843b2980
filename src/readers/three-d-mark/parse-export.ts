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

// What stands under one name, without regard to case, and its latest value.
interface Element {
  key: string;
  result: ExportResult | null;
  text: string;
}

// An element's name as it stands in the file.
interface Spelling {
  name: string;
  element: Element;
  /** The one that came after it the last time. */
  next: Spelling | null;
}

// The elements of an export by their names, each made once. Those of the passes of a run have the same names in the same
// order: comparing a name with that of the element which is to be expected is faster than looking it up.
function createSpellings(): (name: string) => Spelling {
  const byName = new Map<string, Spelling>();
  const elements = new Map<string, Element>();
  let latest: Spelling | null = null;
  function find(name: string): Spelling {
    const known = byName.get(name);
    if (known !== undefined) return known;
    const key = name.toLowerCase();
    const element = elements.get(key) ?? { key, result: null, text: "" };
    const spelling = { name, element, next: null };
    elements.set(key, element);
    byName.set(name, spelling);
    return spelling;
  }
  return (name) => {
    const expected = latest?.next;
    const spelling = expected?.name === name ? expected : find(name);
    if (latest !== null) latest.next = spelling;
    latest = spelling;
    return spelling;
  };
}

function add(result: ExportResult, { name, element }: Spelling, text: string, line: number): void {
  if (element.result === result && element.text !== text) {
    const detail = `The element ${quoted(name)} stands twice in one result, with ${quoted(element.text)} and with ${quoted(text)}. Send the file exactly as 3DMark wrote it.`;
    throw new ReaderError("contradictory_values", detail, line);
  }
  element.result = result;
  element.text = text;
  result.push({ key: element.key, name, text, line });
}

/** The text of an element of a result by its name in lower case; null where it is not there. */
export function textOf(result: ExportResult, key: string): string | null {
  return result.find((value) => value.key === key)?.text ?? null;
}

const lastBlank = 0x20;
const firstNonAscii = 0x80;

function isPlain(code: number): boolean {
  return code > lastBlank && code < firstNonAscii;
}

// The same as trim(), without the cost of calling it for a text that has no blanks at its ends, as most have none.
function trimmed(text: string): string {
  if (text.length === 0) return text;
  return isPlain(text.charCodeAt(0)) && isPlain(text.charCodeAt(text.length - 1)) ? text : text.trim();
}

// Wires the handlers that gather results; a handler throws ReaderError where a bound is passed. The handler of texts is
// there inside of values only: saxes puts no text together that nobody takes, such as the blanks between the elements.
function gatherResults(parser: SaxesParser): ExportResult[] {
  const results: ExportResult[] = [];
  const spellingOf = createSpellings();
  let result: ExportResult = [];
  let depth = 0;
  // How many of the open elements, from the root on, are those of the path to a result.
  let onPath = 0;
  let isInValue = false;
  let text = "";
  function takeText(part: string): void {
    if (!isInValue) return;
    text += part;
    if (text.length > limits.maxXmlTextLength) throw invalid("a text is too long", parser.line);
  }
  function enterDepth(newDepth: number): void {
    depth = newDepth;
    if (onPath > depth) onPath = depth;
    isInValue = depth === resultPath.length + 1 && onPath === resultPath.length;
    text = "";
  }
  parser.on("doctype", () => rejectDoctype(parser.line));
  parser.on("opentag", ({ name }) => {
    if (name.length > limits.maxXmlNameLength) throw invalid("an element's name is too long", parser.line);
    if (depth === limits.maxXmlDepth) throw invalid("elements are nested too deep", parser.line);
    if (depth === onPath && depth < resultPath.length && spellingOf(name).element.key === resultPath[depth]) {
      onPath += 1;
      if (onPath === resultPath.length) results.push((result = []));
    }
    enterDepth(depth + 1);
  });
  parser.on("text", takeText);
  parser.on("cdata", takeText);
  parser.on("closetag", ({ name }) => {
    const value = isInValue ? trimmed(text) : "";
    if (value !== "") add(result, spellingOf(name), value, parser.line);
    enterDepth(depth - 1);
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
