import { randomUUID } from "node:crypto";

/** Returns a unique id. Handed to every function that makes ids, so that a test can choose them. */
export type NewId = () => string;

/** Returns a random UUID. */
export const newRandomId: NewId = () => randomUUID();
