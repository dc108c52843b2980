import type { Fault } from "../../errors.ts";

/** Matches the name of a call of the API, such as `GET /builds`. */
const CALL = /\b(?:GET|POST|PATCH|DELETE) \//;

/**
 * Returns a message of the API for a person who uses pages: without the sentences and the remarks in brackets that name
 * calls of the API. The text is empty if every sentence names one.
 */
export function forPeople(message: string): string {
  const withoutRemarks = message.replaceAll(/ \(([^()]*)\)/g, (remark, inside: string) =>
    CALL.test(inside) ? "" : remark,
  );
  const sentences = withoutRemarks.split(/(?<=[.!?]) /);
  return sentences.filter((sentence) => !CALL.test(sentence)).join(" ");
}

/** Returns a fault with its message as `forPeople` returns it; a message of which nothing would remain stays. */
export function faultForPeople({ pointer, detail }: Fault): Fault {
  return { pointer, detail: forPeople(detail) || detail };
}
