import { plainText } from "./plain-text.ts";

/**
 * A sentence about a file, in two forms. The owner's form is for the person who sent the file and may quote the file.
 * The public form quotes only text that every answer shows anyway: names of files, archives and processes are private.
 */
export interface Message {
  /** The form of a message for the owner of the file, which may quote the file. */
  detail: string;
  public_detail: string;
}

/**
 * Returns a message; used as a template tag. The literal text of the template is public. An inserted value has to be a
 * number or another message; the compiler refuses a plain text, so that text from a file cannot become public by
 * oversight.
 */
export function message(texts: TemplateStringsArray, ...parts: readonly (number | Message)[]): Message {
  const write = (form: keyof Message) =>
    texts.reduce((written, text, index) => {
      const part = parts[index - 1];
      return `${written}${typeof part === "object" ? part[form] : part}${text}`;
    });
  return { detail: write("detail"), public_detail: write("public_detail") };
}

/**
 * Returns a message whose text the service has written. The text contains nothing from a file and is therefore public.
 */
export function ownWords(text: string): Message {
  return { detail: text, public_detail: text };
}

/** Returns a message that shows text from a file to the owner of the file, and `publicWords` in the public form. */
export function fromFile(text: string, publicWords: string): Message {
  return { detail: text, public_detail: publicWords };
}

const MAX_QUOTED_LENGTH = 60;

/**
 * Returns a message with text from a file, shortened and in quotation marks; the public form shows `publicWords`, by
 * default an ellipsis.
 */
export function quoted(text: string, publicWords = '"…"'): Message {
  return fromFile(`"${plainText(text, MAX_QUOTED_LENGTH)}"`, publicWords);
}

/**
 * Returns a list of items as text: "a", "a and b", "a, b and c"; if there are more than `max` items, the rest is only
 * counted ("a, b and 3 more").
 */
export function listed(items: readonly Message[], max = 12): Message {
  const shown = items.length > max ? [...items.slice(0, max), message`${items.length - max} more`] : items;
  const [first = message``, ...others] = shown;
  return others.reduce(
    (list, item, index) =>
      index === others.length - 1 ? message`${list} and ${item}` : message`${list}, ${item}`,
    first,
  );
}

/** Returns a count with its noun, such as "1 row" or "2 rows". */
export function counted(count: number, noun: string): Message {
  return ownWords(`${count} ${noun}${count === 1 ? "" : "s"}`);
}
