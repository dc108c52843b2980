import { appendFileSync } from "node:fs";
import type { Value } from "./bson/raw-bson.ts";
import { shapesOf } from "./shapes.ts";
import type { Request } from "./wire.ts";

/**
 * Returns a listener that appends each shape of the clients' commands (a feature of MongoDB that a command uses, see
 * `shapesOf`) to the file as a line, once per process. Several processes may share a file.
 */
export function createShapeLog(file: string): ExchangeListener {
  const known = new Set<string>();
  return (request, reply) => {
    for (const shape of shapesOf(request, reply)) {
      if (known.has(shape)) continue;
      known.add(shape);
      appendFileSync(file, `${shape}\n`);
    }
  };
}

/** A function that is called with each command of a client and the server's answer to the command. */
export type ExchangeListener = (request: Request, reply: Value) => void;
