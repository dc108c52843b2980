import type { Context } from "koa";

/**
 * Whether a request asks for an HTML page rather than for JSON. A browser that opens an address names HTML in the
 * header Accept; a program that accepts any type gets JSON.
 */
export function asksForPage(context: Context): boolean {
  return context.accepts("application/problem+json", "application/json", "text/html") === "text/html";
}
