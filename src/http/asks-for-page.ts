import type { Context } from "koa";

/**
 * Whether a request asks for an HTML page rather than for JSON. Browsers that open an address name HTML; a program that
 * accepts anything gets JSON.
 */
export function asksForPage(context: Context): boolean {
  return context.accepts("application/problem+json", "application/json", "text/html") === "text/html";
}
