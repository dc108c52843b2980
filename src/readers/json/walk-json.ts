import { setImmediate } from "node:timers/promises";
import { Tokenizer, TokenType } from "@streamparser/json";
import { limits } from "../limits.ts";
import { message, ownWords } from "../message.ts";
import { ReaderError } from "../reader-error.ts";

/** A JSON value that is neither an object nor an array. */
export type JsonScalar = string | number | boolean | null;

/**
 * Receives the scalar values of one JSON object or array, in their order. `name` is the name of the member, and is
 * empty in an array.
 */
export type ScalarSink = (value: JsonScalar, name: string) => void;

/**
 * The function that is called at the beginning of an object or an array. The function returns the sink for the scalar
 * values of the object or array, or null to skip these values. `path` has the names of the members that lead to the
 * object or array, and `ITEM` for an item of an array. The path is valid only during the call.
 */
export type OpenContainer = (path: readonly string[]) => ScalarSink | null;

/** Stands for any item of an array in the path to a value of a JSON document. */
export const ITEM = "[]";

// The number of bytes that are parsed before the event loop runs other work. Parsing a slice of this size takes about 2
// ms.
const SLICE_BYTES = 16 * 1024;
const BACKSLASH = 0x5c;

/**
 * Walks through a JSON document in UTF-8 without storing it: the memory grows only with the document's depth. The event
 * loop runs other work after every 16 KiB.
 * @throws ReaderError `invalid_json`; errors of `open`, of the sinks and of the stream pass through
 */
export async function walkJson(chunks: AsyncIterable<Uint8Array>, open: OpenContainer): Promise<void> {
  const walk: Walk = { open, containers: [], path: [], expected: "value", values: 0 };
  const bounds = createBounds();
  const tokenizer = new Tokenizer();
  tokenizer.onToken = (token) => {
    bounds.endToken();
    addToken(walk, token);
  };
  for await (const chunk of chunks) {
    for (let start = 0; start < chunk.length; start += SLICE_BYTES) {
      const slice = chunk.subarray(start, start + SLICE_BYTES);
      bounds.beginSlice(slice);
      tokenize(() => tokenizer.write(slice));
      await setImmediate();
    }
  }
  tokenize(() => tokenizer.end());
  if (walk.expected !== "nothing") throw notJson("it ends too early");
}

// The JSON tokenizer rethrows the errors of its callback. All other errors of the tokenizer are faults of the document.
function tokenize(step: () => void): void {
  try {
    step();
  } catch (error) {
    if (error instanceof ReaderError) throw error;
    throw notJson("it has a text or number that is cut off or damaged");
  }
}

/**
 * Limits the memory that the JSON tokenizer takes, and the number of backslashes, which take the tokenizer the most
 * time.
 */
function createBounds() {
  let bytesSinceToken = 0;
  let escapes = 0;
  return {
    endToken(): void {
      bytesSinceToken = 0;
    },
    /**
     * Checks the limits of JSON documents before a slice of the document is parsed.
     * @throws ReaderError where a text or number is too long, or backslashes are too many
     */
    beginSlice(slice: Uint8Array): void {
      if (bytesSinceToken > limits.maxJsonTokenBytes)
        throw notJson(`it has a text or number that is longer than ${limits.maxJsonTokenBytes / 1024} KiB`);
      bytesSinceToken += slice.length;
      escapes += countOf(BACKSLASH, slice);
      if (escapes > limits.maxJsonEscapes)
        throw notJson(`it has more than ${limits.maxJsonEscapes} backslashes`);
    },
  };
}

function countOf(byte: number, bytes: Uint8Array): number {
  let count = 0;
  for (let at = bytes.indexOf(byte); at !== -1; at = bytes.indexOf(byte, at + 1)) count += 1;
  return count;
}

/** The position up to which a JSON document has been read. */
interface Walk {
  open: OpenContainer;
  /** The open objects and arrays of the JSON document, the innermost last. */
  containers: Container[];
  /** The path to the innermost open object or array of the JSON document. */
  path: string[];
  expected: Expected;
  /** The number of values of the JSON document that have been read. */
  values: number;
}

interface Container {
  isArray: boolean;
  /** The name of the member of the JSON object whose value comes next; empty in an array. */
  name: string;
  sink: ScalarSink | null;
}

/**
 * What the next token of a JSON document may be. The values that begin with `first-` apply at the beginning of an
 * object or array, which may also end there.
 */
type Expected = "value" | "first-value" | "name" | "first-name" | "colon" | "comma" | "nothing";

/**
 * Processes the next token of a JSON document.
 * @throws ReaderError where the token is not allowed at the current position
 */
function addToken(walk: Walk, { token, value }: { token: TokenType; value: unknown }): void {
  switch (token) {
    case TokenType.LEFT_BRACE:
    case TokenType.LEFT_BRACKET:
      return beginContainer(walk, token === TokenType.LEFT_BRACKET);
    case TokenType.RIGHT_BRACE:
    case TokenType.RIGHT_BRACKET:
      return endContainer(walk, token === TokenType.RIGHT_BRACKET);
    case TokenType.COLON:
      return addSign(walk, "colon");
    case TokenType.COMMA:
      return addSign(walk, "comma");
    case TokenType.STRING:
      return addString(walk, String(value));
    default:
      return addScalar(walk, value as JsonScalar);
  }
}

/**
 * Begins a value of the JSON document. Returns the open object or array that contains the value; undefined for the
 * value of the whole document.
 */
function beginValue(walk: Walk): Container | undefined {
  if (walk.expected !== "value" && walk.expected !== "first-value") throw unexpected();
  if (walk.values === limits.maxJsonValues) throw notJson(`it has more than ${limits.maxJsonValues} values`);
  walk.values += 1;
  return walk.containers.at(-1);
}

function beginContainer(walk: Walk, isArray: boolean): void {
  const parent = beginValue(walk);
  if (walk.containers.length === limits.maxJsonDepth)
    throw notJson(`it has more than ${limits.maxJsonDepth} nested objects and arrays`);
  if (parent !== undefined) walk.path.push(parent.isArray ? ITEM : parent.name);
  walk.containers.push({ isArray, name: "", sink: walk.open(walk.path) });
  walk.expected = isArray ? "first-value" : "first-name";
}

function endContainer(walk: Walk, isArray: boolean): void {
  const isEmpty = walk.expected === (isArray ? "first-value" : "first-name");
  const isInnermost = walk.containers.at(-1)?.isArray === isArray;
  if (!isInnermost || !(isEmpty || walk.expected === "comma")) throw unexpected();
  walk.containers.pop();
  walk.path.pop();
  walk.expected = walk.containers.length === 0 ? "nothing" : "comma";
}

function addScalar(walk: Walk, value: JsonScalar): void {
  const container = beginValue(walk);
  container?.sink?.(value, container.name);
  walk.expected = container === undefined ? "nothing" : "comma";
}

function addString(walk: Walk, text: string): void {
  const container = walk.containers.at(-1);
  if (container === undefined || (walk.expected !== "name" && walk.expected !== "first-name")) {
    addScalar(walk, text);
    return;
  }
  container.name = text;
  walk.expected = "colon";
}

function addSign(walk: Walk, sign: "colon" | "comma"): void {
  if (walk.expected !== sign) throw unexpected();
  const isInArray = walk.containers.at(-1)?.isArray === true;
  walk.expected = sign === "colon" || isInArray ? "value" : "name";
}

function unexpected(): ReaderError {
  return notJson("it has a character where JSON allows none");
}

function notJson(reason: string): ReaderError {
  const detail = message`The file begins like JSON, but ${ownWords(reason)}. Send the record as the capture tool wrote it; if it was copied or uploaded before, the copy may be cut off.`;
  return new ReaderError("invalid_json", detail);
}
