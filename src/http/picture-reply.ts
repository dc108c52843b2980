import { etagOf, REVALIDATED } from "./cacheable-reply.ts";
import type { Reply } from "./route.ts";
import { svgHeaders } from "./svg-headers.ts";

/** A PNG that is drawn only if its bytes are needed. */
interface UndrawnPng {
  /** The text from which the ETag is computed; it changes whenever the picture changes. */
  name: string;
  draw: () => Promise<Buffer>;
}

/** Returns the reply with a picture as SVG, which caches may store and have to revalidate. */
export function svgReply(svg: string): Reply {
  const headers = { ...svgHeaders, "Cache-Control": REVALIDATED, ETag: etagOf(svg) };
  return { status: 200, headers, body: svg };
}

/** Returns the reply with a PNG, which is drawn only if the client needs it: neither for HEAD nor for a 304. */
export function pngReply({ name, draw }: UndrawnPng): Reply {
  const headers = {
    "Content-Type": "image/png",
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "Cache-Control": REVALIDATED,
    ETag: etagOf(name),
  };
  return { status: 200, headers, load: async () => ({ status: 200, headers, body: await draw() }) };
}
