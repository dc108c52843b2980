import type { Context } from "koa";

/**
 * Whether a request asks for a page for people, which is HTML, rather than for the same as JSON. Browsers that open an address
 * name HTML; a program that takes anything gets JSON.
 */
export function asksForPage(context: Context): boolean {
  return context.accepts("application/problem+json", "application/json", "text/html") === "text/html";
}
