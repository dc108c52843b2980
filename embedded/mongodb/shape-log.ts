import { appendFileSync } from "node:fs";
import type { Value } from "./bson/raw-bson.ts";
import { shapesOf } from "./shapes.ts";
import type { Request } from "./wire.ts";

/** Is told of every command and of the answer to it. */
export type ExchangeListener = (request: Request, reply: Value) => void;

/** Appends each new shape (see `shapesOf`) as a line to the file. Several processes may share one. */
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
