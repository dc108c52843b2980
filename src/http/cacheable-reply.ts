import { createHash } from "node:crypto";
import type { Reply } from "./route.ts";

/** A cached response may be this old: about as long as a change takes to become searchable. */
const MAX_AGE_S = 1;

/** Returns a 200 response that any cache may keep for a second. Its ETag is a digest of the body, so an unchanged body costs a 304. */
export function cacheableReply(body: unknown): Reply {
  const json = JSON.stringify(body);
  const hash = createHash("sha256").update(json).digest("base64url");
  return {
    status: 200,
    json,
    headers: { ETag: `"${hash}"`, "Cache-Control": `public, max-age=${MAX_AGE_S}` },
  };
}
