import { message, type Message } from "./message.ts";

/** Joins all doubts about a result into one reason to be unranked; null where there are none. */
export function joinDoubts(doubts: readonly Message[]): Message | null {
  const [first, ...others] = doubts;
  if (first === undefined) return null;
  return others.reduce((all, doubt) => message`${all} ${doubt}`, first);
}
