import { renderToString } from "preact-render-to-string";
import { etagOf, REVALIDATED } from "../../http/cacheable-reply.ts";
import type { Reply, RouteContext } from "../../http/route.ts";
import { hasSessionCookie } from "../../http/session-cookie.ts";
import { readTheme } from "../../http/theme-cookie.ts";
import { keptIn } from "../compare/tray-cookie.ts";
import { Document } from "./document.tsx";
import type { Site, View, Visit } from "./site.ts";

/**
 * Headers of every page. A page loads and runs only files of this service; scripts and styles within the HTML are
 * forbidden. The forms of a page post only to this service, and the browser sends the header Origin with each form.
 */
const pageHeaders: Readonly<Record<string, string>> = {
  "Content-Type": "text/html; charset=utf-8",
  "Content-Security-Policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  // With `no-referrer`, browsers would send "Origin: null" with a posted form, and the service would refuse such a form
  // as a form of another site.
  "Referrer-Policy": "same-origin",
};

/**
 * Returns the visitor to whom a view is shown, with what the visitor keeps to compare if the view shows it.
 * @param address path and query string of the page
 */
export function visitOf(
  { showsTray }: View,
  { context, caller, address }: { context: RouteContext; caller: Visit["caller"]; address: string },
): Visit {
  // Without a session cookie nobody is signed in, also on a page that does not look the visitor up.
  const known = hasSessionCookie(context) ? caller : null;
  return { caller: known, address, theme: readTheme(context), ...(showsTray && { kept: keptIn(context) }) };
}

/** Returns the answer with a view: 200, with an ETag, so that an unchanged page costs only a 304. */
export function showView(view: View, site: Site, visit: Visit): Reply {
  const body = renderPage(view, site, visit);
  const isOfOneVisitor = Boolean(visit.caller) || (visit.kept ?? []).length > 0;
  return {
    status: 200,
    body,
    headers: {
      ...pageHeaders,
      "Cache-Control": isOfOneVisitor ? `private, ${REVALIDATED}` : REVALIDATED,
      ETag: etagOf(body),
    },
  };
}

/** Returns an answer with a view that no cache may store, such as a form with its faults, or a problem. */
export function showOnce(view: View, site: Site, visit: Visit) {
  return { body: renderPage(view, site, visit), headers: pageHeaders };
}

function renderPage(view: View, site: Site, visit: Visit): string {
  return `<!doctype html>\n${renderToString(<Document view={view} site={site} visit={visit} />)}\n`;
}
