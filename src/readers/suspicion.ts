import { message, type Message } from "./message.ts";

/** All doubts about a result as its one reason to be suspect; null where there are none. */
export function suspicionOf(doubts: readonly Message[]): Message | null {
  const [first, ...others] = doubts;
  if (first === undefined) return null;
  return others.reduce((all, doubt) => message`${all} ${doubt}`, first);
}
