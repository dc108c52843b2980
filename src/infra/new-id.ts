import { randomUUID } from "node:crypto";

/** Returns a unique id. Code that needs ids gets this function as an argument, so that a test can choose the ids. */
export type NewId = () => string;

/** Returns a random UUID. */
export const newRandomId: NewId = () => randomUUID();
