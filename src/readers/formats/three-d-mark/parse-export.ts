import { SaxesParser } from "saxes";
import { limits } from "../../limits.ts";
import { message, quoted } from "../../message.ts";
import { ReaderError } from "../../reader-error.ts";
import { invalidXml } from "../../xml/invalid-xml.ts";
import { parseXml } from "../../xml/parse-xml.ts";

/**
 * Returns the elements with a value in a 3DMark XML export (benchmark > results > result > elements).
 * @throws ReaderError `contradictory_values`, and the errors of `parseXml` (`invalid_xml`, `wrong_format`, `too_large`)
 */
export async function parseExport(chunks: AsyncIterable<Uint8Array>): Promise<ExportElement[]> {
  const parser = new SaxesParser();
  const index = collectElements(parser);
  await parseXml(parser, chunks);
  return index.all();
}

/** An element of the results of a 3DMark export. Elements whose names differ in case only are the same element. */
export interface ExportElement {
  /** The name of the element of a 3DMark export, in lower case. */
  key: string;
  /** The name of the element of a 3DMark export, in its first spelling in the file. */
  name: string;
  /**
   * The values of the 3DMark element in the order of the results, at most one value for each result. An empty element
   * counts as absent.
   */
  values: ExportValue[];
}

/** The value of an element in one result of a 3DMark export. */
interface ExportValue {
  /** The index of the result in the 3DMark export. */
  result: number;
  /** The trimmed text of the element of the 3DMark export, which is never empty. */
  text: string;
  line: number;
}

const resultPath = ["benchmark", "results", "result"] as const;

/**
 * Sets the XML parser's handlers so that they collect the elements of a 3DMark export's results into the index that is
 * returned. The handlers throw ReaderError where a limit is exceeded. The text handler is set only inside values:
 * without a handler saxes does not assemble text, which saves time, because most text of an export is blanks.
 */
function collectElements(parser: SaxesParser) {
  const index = createElementIndex();
  let result = -1;
  let depth = 0;
  // The number of open elements of the XML document, from the root on, that lie on the path benchmark > results >
  // result.
  let onPath = 0;
  let text = "";
  function addText(part: string): void {
    const isInValue = onPath === resultPath.length && depth === onPath + 1;
    if (!isInValue) return;
    text += part;
    if (text.length > limits.maxXmlTextLength) throw invalidXml(message`a text is too long`, parser.line);
  }
  parser.on("opentag", ({ name }) => {
    if (name.length > limits.maxXmlNameLength)
      throw invalidXml(message`an element's name is too long`, parser.line);
    if (depth === limits.maxXmlDepth) throw invalidXml(message`elements are nested too deep`, parser.line);
    if (depth === onPath && isOnPath(name, depth)) {
      onPath += 1;
      if (onPath === resultPath.length) result += 1;
    } else if (depth === onPath) parser.on("text", addText);
    depth += 1;
    text = "";
  });
  parser.on("cdata", addText);
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

// Whether an element of the XML document has the name that the path benchmark > results > result requires at the
// element's depth.
function isOnPath(name: string, depth: number): boolean {
  const expected = resultPath[depth];
  return expected !== undefined && (name === expected || name.toLowerCase() === expected);
}

/** An element name as the 3DMark export writes it. Names that differ only in case belong to the same element. */
interface Spelling {
  name: string;
  element: ExportElement;
  /**
   * The element name that last followed `name` in the file. When `name` occurs again, the parser first compares the
   * following name with `next`, which is faster than a lookup.
   */
  next: Spelling | null;
}

/**
 * Creates an index of the elements of a 3DMark export by their names. The passes of a run have the same names in the
 * same order, so the index first compares a name with the name at the same place in the previous pass. The comparison
 * is faster than a lookup.
 */
function createElementIndex() {
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
    spellingOf(name: string): Spelling {
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
    const detail = message`The element ${quoted(name)} stands twice in one result, with ${quoted(last.text)} and with ${quoted(value.text)}. Send the file exactly as 3DMark wrote it.`;
    throw new ReaderError("contradictory_values", detail, value.line);
  }
}

const LAST_BLANK = 0x20;
const FIRST_NON_ASCII = 0x80;

// Returns the same text as trim(), but does not call trim() where both ends are plain characters, as in most texts.
function trimmed(text: string): string {
  if (text.length === 0) return text;
  return isPlain(text.charCodeAt(0)) && isPlain(text.charCodeAt(text.length - 1)) ? text : text.trim();
}

function isPlain(code: number): boolean {
  return code > LAST_BLANK && code < FIRST_NON_ASCII;
}
