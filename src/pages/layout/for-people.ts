import type { Fault } from "../../errors.ts";

/** Matches the name of a call of the API, such as `GET /builds`. */
const CALL = /\b(?:GET|POST|PATCH|DELETE) \//;

/**
 * Returns a message of the API for a person who uses pages: without the sentences and the remarks in brackets that name
 * calls of the API. The text is empty if every sentence names a call.
 */
export function forPeople(message: string): string {
  const withoutRemarks = message.replaceAll(/ \(([^()]*)\)/g, (remark, inside: string) =>
    CALL.test(inside) ? "" : remark,
  );
  const sentences = withoutRemarks.split(/(?<=[.!?]) /);
  return sentences.filter((sentence) => !CALL.test(sentence)).join(" ");
}

/** Matches the message about a text that is missing or empty. */
const EMPTY = /^(?:Required: .*, found nothing|Expected at least 1 character, found 0 characters)\.$/;

/**
 * Returns a fault with its message in words for people, as `forPeople` returns them. If `forPeople` would return an
 * empty text, the message stays as it is. The message about an empty field asks the person to fill in the field.
 */
export function faultForPeople({ pointer, detail }: Fault): Fault {
  if (EMPTY.test(detail)) return { pointer, detail: "Please fill in this field." };
  return { pointer, detail: forPeople(detail) || detail };
}
