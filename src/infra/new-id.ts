import { randomUUID } from "node:crypto";

/** Returns a unique id. A function that makes ids is given such a function, so that a test can choose the ids. */
export type NewId = () => string;

/** Returns a random UUID. */
export const newRandomId: NewId = () => randomUUID();
