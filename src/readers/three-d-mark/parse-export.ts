import { SaxesParser } from "saxes";
import { limits } from "../limits.ts";
import { plainText, quoted } from "../plain-text.ts";
import { ReaderError } from "../reader-error.ts";

/** A value of a 3DMark export. */
export interface ExportValue {
  /** The element's name as it stands in the file. */
  name: string;
  /** Its text without blanks at both ends, never empty. */
  text: string;
  line: number;
}

/** The values of one `<result>`, by their names in lower case. Empty elements count as absent. */
export type ExportResult = Map<string, ExportValue>;

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

function add(result: ExportResult, value: ExportValue): void {
  const key = value.name.toLowerCase();
  const earlier = result.get(key);
  if (earlier !== undefined && earlier.text !== value.text) {
    const detail = `The element ${quoted(value.name)} stands twice in one result, with ${quoted(earlier.text)} and with ${quoted(value.text)}. Send the file exactly as 3DMark wrote it.`;
    throw new ReaderError("contradictory_values", detail, value.line);
  }
  result.set(key, value);
}

// Wires the handlers that gather results; a handler throws ReaderError where a bound is passed.
function gatherResults(parser: SaxesParser): ExportResult[] {
  const results: ExportResult[] = [];
  const path: string[] = [];
  let text = "";
  const isValue = () =>
    path.length === resultPath.length + 1 && resultPath.every((name, at) => path[at] === name);
  const addText = (part: string) => {
    if (isValue()) text += part;
    if (text.length > limits.maxXmlTextLength) throw invalid("a text is too long", parser.line);
  };
  parser.on("doctype", () => rejectDoctype(parser.line));
  parser.on("opentag", ({ name }) => {
    if (name.length > limits.maxXmlNameLength) throw invalid("an element's name is too long", parser.line);
    path.push(name.toLowerCase());
    if (path.length > limits.maxXmlDepth) throw invalid("elements are nested too deep", parser.line);
    if (path.join("/") === resultPath.join("/")) results.push(new Map());
    text = "";
  });
  parser.on("text", addText);
  parser.on("cdata", addText);
  parser.on("closetag", ({ name }) => {
    const result = results.at(-1);
    if (isValue() && result !== undefined && text.trim() !== "") {
      add(result, { name, text: text.trim(), line: parser.line });
    }
    path.pop();
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
  const decoder = new TextDecoder();
  let length = 0;
  for await (const chunk of bytes) {
    length += chunk.length;
    if (length > limits.maxXmlBytes) {
      const detail =
        "The file is larger than 1 MiB; an export of 3DMark has a few kilobytes. Export the run from 3DMark again and send that file.";
      throw new ReaderError("too_large", detail);
    }
    stopAtFault(parser, () => parser.write(decoder.decode(chunk, { stream: true })));
  }
  stopAtFault(parser, () => parser.write(decoder.decode()).close());
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
