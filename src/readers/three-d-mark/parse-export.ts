import { StringDecoder } from "node:string_decoder";
import { SaxesParser } from "saxes";
import { limits } from "../limits.ts";
import { plainText, quoted } from "../plain-text.ts";
import { ReaderError } from "../reader-error.ts";

/** What an element holds in one result of an export. */
interface ExportValue {
  /** Which of the results, counted from 0. */
  result: number;
  /** Without blanks at both ends, never empty. */
  text: string;
  line: number;
}

/** An element of the results of an export. Names are told apart without regard to case. */
export interface ExportElement {
  /** Its name in lower case. */
  key: string;
  /** Its name as it stands first in the file. */
  name: string;
  /** In the order of the results; at most one for each. Where it is empty, it counts as absent. */
  values: ExportValue[];
}

const maxReasonLength = 120;
const resultPath = ["benchmark", "results", "result"] as const;

function invalid(reason: string, line: number): ReaderError {
  const detail = `The XML is damaged at line ${line}: ${reason}. The file was probably cut short or edited by hand. Export the run from 3DMark again and send the file unchanged.`;
  return new ReaderError("invalid_xml", detail, line);
}

function rejectDoctype(line: number): never {
  const detail =
    "The XML has a document type declaration (<!DOCTYPE …>), which is not accepted. Exports of 3DMark have none: send the file exactly as 3DMark wrote it.";
  throw new ReaderError("wrong_format", detail, line);
}

// An element's name as it stands in the file.
interface Spelling {
  name: string;
  element: ExportElement;
  /** The one that came after it the last time. */
  next: Spelling | null;
}

// The elements of the results of an export, each made once. Those of the passes of a run have the same names in the same
// order: comparing a name with that of the element which is to be expected is faster than looking it up.
interface ElementIndex {
  spellingOf(name: string): Spelling;
  all(): ExportElement[];
}

function createElementIndex(): ElementIndex {
  const spellings = new Map<string, Spelling>();
  const elements = new Map<string, ExportElement>();
  let latest: Spelling | null = null;
  function find(name: string): Spelling {
    const known = spellings.get(name);
    if (known !== undefined) return known;
    const key = name.toLowerCase();
    const element = elements.get(key) ?? { key, name, values: [] };
    const spelling = { name, element, next: null };
    elements.set(key, element);
    spellings.set(name, spelling);
    return spelling;
  }
  return {
    spellingOf(name) {
      const expected = latest?.next;
      const spelling = expected?.name === name ? expected : find(name);
      if (latest !== null) latest.next = spelling;
      latest = spelling;
      return spelling;
    },
    all: () => [...elements.values()],
  };
}

function addValue({ name, element: { values } }: Spelling, value: ExportValue): void {
  const last = values[values.length - 1];
  if (last?.result !== value.result) {
    values.push(value);
  } else if (last.text !== value.text) {
    const detail = `The element ${quoted(name)} stands twice in one result, with ${quoted(last.text)} and with ${quoted(value.text)}. Send the file exactly as 3DMark wrote it.`;
    throw new ReaderError("contradictory_values", detail, value.line);
  }
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

// Whether an element at a depth, below those before it, is on the path to a result.
function isOnPath(name: string, depth: number): boolean {
  const expected = resultPath[depth];
  return expected !== undefined && (name === expected || name.toLowerCase() === expected);
}

// Wires the handlers that gather the elements of results; a handler throws ReaderError where a bound is passed. That of
// texts is taken away between the values: saxes puts no text together that nobody takes, and most of an export is blanks.
function gatherElements(parser: SaxesParser): ElementIndex {
  const index = createElementIndex();
  let result = -1;
  let depth = 0;
  // How many of the open elements, from the root on, are those of the path to a result.
  let onPath = 0;
  let text = "";
  function takeText(part: string): void {
    const isInValue = onPath === resultPath.length && depth === onPath + 1;
    if (!isInValue) return;
    text += part;
    if (text.length > limits.maxXmlTextLength) throw invalid("a text is too long", parser.line);
  }
  parser.on("doctype", () => rejectDoctype(parser.line));
  parser.on("opentag", ({ name }) => {
    if (name.length > limits.maxXmlNameLength) throw invalid("an element's name is too long", parser.line);
    if (depth === limits.maxXmlDepth) throw invalid("elements are nested too deep", parser.line);
    if (depth === onPath && isOnPath(name, depth)) {
      onPath += 1;
      if (onPath === resultPath.length) result += 1;
    } else if (depth === onPath) parser.on("text", takeText);
    depth += 1;
    text = "";
  });
  parser.on("cdata", takeText);
  parser.on("closetag", ({ name }) => {
    const value = trimmed(text);
    if (value !== "") addValue(index.spellingOf(name), { result, text: value, line: parser.line });
    depth -= 1;
    if (depth === onPath) parser.off("text");
    else if (onPath > depth) onPath = depth;
    text = "";
  });
  return index;
}

/**
 * Parses a 3DMark XML export (benchmark > results > result > elements) from UTF-8 bytes: the elements that have a value.
 * Throws ReaderError `invalid_xml` at the first fault of the XML, `wrong_format` at a doctype,
 * `too_large` above 1 MiB, `contradictory_values`; errors of the stream pass through.
 */
export async function parseExport(bytes: AsyncIterable<Uint8Array>): Promise<ExportElement[]> {
  const parser = new SaxesParser();
  const index = gatherElements(parser);
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
  return index.all();
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
