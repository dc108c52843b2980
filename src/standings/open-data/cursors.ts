import type { PlaceInOrder } from "../../benchmarks/index.ts";
import type { ServerSecret } from "../../infra/server-secret.ts";

/** Matches a cursor of the open data, which `cursorOf` returns. */
const CURSOR = /^c([\w-]+)$/;
const PLACE = /^(\d{1,15}) (.+)$/;

/**
 * Returns the cursor of a place in the order in which runs were ranked. The cursor is encrypted, because the id of a
 * run leads to a person. It begins with a letter, because spreadsheets take a text that begins with "-" for a
 * formula.
 */
export function cursorOf({ rankedAt, runId }: PlaceInOrder, { seal }: Pick<ServerSecret, "seal">): string {
  return `c${seal(`${rankedAt.getTime()} ${runId}`)}`;
}

/**
 * Returns the position, in the order in which runs were ranked, that a cursor of the open data contains; null for a
 * text that is no cursor, or was encrypted with another SERVER_SECRET.
 */
export function readCursor(cursor: string, { open }: Pick<ServerSecret, "open">): PlaceInOrder | null {
  const sealed = CURSOR.exec(cursor)?.[1];
  const [, time, runId] = PLACE.exec((sealed !== undefined && open(sealed)) || "") ?? [];
  return runId === undefined ? null : { rankedAt: new Date(Number(time)), runId };
}
