import { createHash } from "node:crypto";
import type { Reply } from "./route.ts";

/**
 * The Cache-Control of content that may change: caches may store it, and must revalidate it by its ETag before each
 * use. All public data may change, because files of runs are read again, runs are deleted, and prices change.
 */
export const REVALIDATED = "no-cache";

/**
 * The Cache-Control of content that never changes under its address: caches may use the content for a year without
 * asking the service.
 */
export const IMMUTABLE = "public, max-age=31536000, immutable";

/** The headers that a route declares for an answer which caches may store. */
export const cachedHeaders = { ETag: "always" } as const;

/**
 * Returns the value of the header ETag for a content: a digest, so that equal contents have equal tags. The tag is
 * weak, because it stands for the content in every encoding in which it is sent (RFC 9110, section 8.8.3.3).
 */
export function etagOf(content: string | Uint8Array): string {
  return `W/"${createHash("sha256").update(content).digest("base64url")}"`;
}

/**
 * Returns a 200 response that caches may store and have to revalidate. The ETag of the response is a digest of the
 * body, so a client that has the present body gets a 304.
 * @param options.isPrivate whether only the caller may read the body, so that shared caches must not store the body
 */
export function cacheableReply(body: unknown, options: { isPrivate?: boolean } = {}): Reply {
  return cacheableJson(JSON.stringify(body), options);
}

/**
 * Returns a 200 response whose body is the given JSON text, which caches may store and have to revalidate by its ETag.
 */
export function cacheableJson(json: string, { isPrivate = false } = {}): Reply {
  const control = isPrivate ? `private, ${REVALIDATED}` : REVALIDATED;
  return { status: 200, json, headers: { ETag: etagOf(json), "Cache-Control": control } };
}

/**
 * Creates a function that returns the JSON of a body. The function is for bodies that several answers share and that
 * nobody changes: each body is serialised once, and its JSON is cached for as long as the body exists.
 */
export function createSharedJson(): (body: object) => string {
  const written = new WeakMap<object, string>();
  return (body) => {
    const kept = written.get(body);
    if (kept !== undefined) return kept;
    const json = JSON.stringify(body);
    written.set(body, json);
    return json;
  };
}
