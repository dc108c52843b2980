import type { Context } from "koa";

/**
 * Returns the token of a request's header `Authorization: Bearer <token>` (RFC 6750), or an empty string if the token
 * is empty; undefined if the request has no such header. Credentials of another scheme are ignored: they may be meant
 * for a proxy in front of this service.
 */
export function readBearerToken(context: Context): string | undefined {
  const [scheme = "", ...rest] = context.get("Authorization").split(" ");
  return scheme.toLowerCase() === "bearer" ? rest.join(" ").trim() : undefined;
}
