import { createHash } from "node:crypto";
import type { Reply } from "./route.ts";

/** A cached response may be this old: about as long as a change takes to become searchable. */
const MAX_AGE_S = 1;

/** What a route declares of the headers of an answer that a cache may keep. */
export const cachedHeaders = { ETag: "always" } as const;

/** Returns the value of the header ETag for a body: a digest, so that equal bodies have equal tags. */
export function etagOf(body: string): string {
  return `"${createHash("sha256").update(body).digest("base64url")}"`;
}

/** Returns a 200 response that any cache may keep for a second. Its ETag is a digest of the body, so an unchanged body costs a 304. */
export function cacheableReply(body: unknown): Reply {
  const json = JSON.stringify(body);
  return {
    status: 200,
    json,
    headers: { ETag: etagOf(json), "Cache-Control": `public, max-age=${MAX_AGE_S}` },
  };
}
