import { plainText } from "./plain-text.ts";

/**
 * A sentence about a file, in two forms. The owner's form is for the person who sent the file and may quote it. The public form
 * quotes nothing of the file but what every answer shows of it anyway: names of files, archives and processes are private.
 */
export interface Message {
  /** The owner's form. */
  detail: string;
  public_detail: string;
}

/**
 * Writes a message: the tag of a template. What stands in the template is public. What is put into it is a number or a message of
 * its own; a plain text is refused by the compiler, so that text from a file cannot become public by oversight.
 */
export function message(texts: TemplateStringsArray, ...parts: readonly (number | Message)[]): Message {
  const write = (form: keyof Message) =>
    texts.reduce((written, text, index) => {
      const part = parts[index - 1];
      return `${written}${typeof part === "object" ? part[form] : part}${text}`;
    });
  return { detail: write("detail"), public_detail: write("public_detail") };
}

/** Words of our own, which hold nothing of a file. */
export function ownWords(text: string): Message {
  return { detail: text, public_detail: text };
}

/** Text from a file as the owner sees it, and the words of our own that stand for it in the public form. */
export function fromFile(text: string, publicWords: string): Message {
  return { detail: text, public_detail: publicWords };
}

const MAX_QUOTED_LENGTH = 60;

/** Text from a file, shortened and in quotation marks; the public form has other words, or an ellipsis, in its place. */
export function quoted(text: string, publicWords = '"…"'): Message {
  return fromFile(`"${plainText(text, MAX_QUOTED_LENGTH)}"`, publicWords);
}

/** "a", "a and b", "a, b and c"; items beyond `max` are only counted ("a, b and 3 more"). */
export function listed(items: readonly Message[], max = 12): Message {
  const shown = items.length > max ? [...items.slice(0, max), message`${items.length - max} more`] : items;
  const [first = message``, ...others] = shown;
  return others.reduce(
    (list, item, index) =>
      index === others.length - 1 ? message`${list} and ${item}` : message`${list}, ${item}`,
    first,
  );
}

/** "1 row", "2 rows". */
export function counted(count: number, noun: string): Message {
  return ownWords(`${count} ${noun}${count === 1 ? "" : "s"}`);
}
