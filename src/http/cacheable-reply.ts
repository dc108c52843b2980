import { createHash } from "node:crypto";
import type { Reply } from "./route.ts";

/** As long as a change may take to be searchable. */
const MAX_AGE_S = 1;

/** An answer that anybody may keep for a moment, and ask for again by its ETag, for which a 304 is enough if it is the same. */
export function cacheableReply(body: unknown): Reply {
  const json = JSON.stringify(body);
  const hash = createHash("sha256").update(json).digest("base64url");
  return {
    status: 200,
    json,
    headers: { ETag: `"${hash}"`, "Cache-Control": `public, max-age=${MAX_AGE_S}` },
  };
}
