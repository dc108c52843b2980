import { message, type Message } from "./message.ts";

/**
 * The codes of the reasons why a result is shown and not ranked, each with a description of such a result. All codes
 * except `outlier` and `rejected` come from the file readers.
 */
export const unrankedCodes = {
  implausible: "The reader doubts the figures, or doubts that the figures are those of a game.",
  outlier: "The score lies too far from the scores of comparable results.",
  rejected: "A reviewer has rejected the result.",
  clock_contradicts: "The clock of the file and the sum of the frame times differ by more than 5 %.",
  rows_left_out:
    "Rows without a usable frame time took more than 1 % of the time by the clock of the file, or are more than 1 % of the rows if their time is unknown; in a log of samples, more than 5 % of the time has no frame rate.",
  too_short: "The capture is shorter than 10 s, or has fewer than 300 frames.",
} as const;

/** The code of a reason why a result is unranked. */
type UnrankedCode = keyof typeof unrankedCodes;

/** Why one result is shown and not ranked, in one or more sentences. */
export interface UnrankedReason extends Message {
  code: UnrankedCode;
}

/** Whether a warning about a file is a reason why its result is unranked. */
export function isReason(warning: Message | UnrankedReason): warning is UnrankedReason {
  return "code" in warning;
}

/** Returns reasons why a result is unranked: one reason with the given code for each of the given sentences. */
export function reasonsOf(code: UnrankedCode, messages: readonly Message[]): UnrankedReason[] {
  return messages.map((one) => ({ code, ...one }));
}

/**
 * Joins several reasons why a result is unranked into one, with the code of the first reason; null where there are no
 * reasons.
 */
export function joinReasons(reasons: readonly UnrankedReason[]): UnrankedReason | null {
  const [first, ...others] = reasons;
  if (first === undefined) return null;
  const joined = others.reduce<Message>((all, one) => message`${all} ${one}`, first);
  return { code: first.code, detail: joined.detail, public_detail: joined.public_detail };
}

/** Returns the sentences of reasons why a result is unranked, without the codes, for the warnings of the result. */
export function sentencesOf(reasons: readonly UnrankedReason[]): Message[] {
  return reasons.map(({ detail, public_detail }) => ({ detail, public_detail }));
}
