import { formatMoment } from "../../charts/format-day.ts";
import type { Fault } from "../../errors.ts";

/** Matches a time in ISO 8601, and the word before it. */
const TIME = /(\bat )?\b(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z)/g;

/** Words in messages of the API, each with the words that pages use in its place. */
const otherWords = [
  ["The tier ", "The plan "],
  [" runs a month", " results a month"],
  ["this request asks for ", "you asked for "],
  ["this request sends ", "you sent "],
  ["this request adds ", "this adds "],
  ["Delete runs ", "Delete results "],
  ["Send the request again", "Try again"],
  ["send the request again", "try again"],
] as const;

/** Matches the name of a call of the API, such as `GET /builds`. */
const CALL = /\b(?:GET|POST|PATCH|DELETE) \//;

/**
 * Returns a message of the API for a person who uses pages: without the sentences and the remarks in brackets that name
 * calls of the API, and in the words of the pages, with times such as 1 Dec 2026, 00:00 UTC. The text is empty if every
 * sentence names a call.
 */
export function forPeople(message: string): string {
  const withoutRemarks = message.replaceAll(/ \(([^()]*)\)/g, (remark, inside: string) =>
    CALL.test(inside) ? "" : remark,
  );
  const sentences = withoutRemarks.split(/(?<=[.!?]) /);
  const kept = sentences.filter((sentence) => !CALL.test(sentence)).join(" ");
  const withTimes = kept.replaceAll(TIME, (_, at: string | undefined, time: string) => {
    return `${at === undefined ? "" : "on "}${formatMoment(time)}`;
  });
  return otherWords.reduce((text, [word, other]) => text.replaceAll(word, other), withTimes);
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
