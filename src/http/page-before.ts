import type { Context } from "koa";

/**
 * Returns path and query string of the page from which a request was sent, by the header Referer; undefined where the
 * header names no page, or names the address of the request itself. Scheme and host do not count, so that a link to the
 * returned address stays on this service.
 */
export function pageBefore(context: Pick<Context, "get" | "path">): string | undefined {
  const referrer = context.get("Referer");
  if (!URL.canParse(referrer)) return undefined;
  const { protocol, pathname, search } = new URL(referrer);
  const path = pathname.replace(/^\/+/, "/");
  return /^https?:$/.test(protocol) && path !== context.path ? `${path}${search}` : undefined;
}
