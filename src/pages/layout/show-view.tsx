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
 * Returns the facts about the visitor to whom a page is shown.
 * @param address path and query string of the page
 */
export function visitOf({ context, caller, address }: Visiting): Visit {
  // Treat the visitor as signed out if the request has no session cookie, also on pages that do not read the session.
  const known = hasSessionCookie(context) ? caller : null;
  return { caller: known, address, theme: readTheme(context), kept: keptIn(context) };
}

interface Visiting {
  context: RouteContext;
  caller: Visit["caller"];
  address: string;
}

/**
 * The maximum number of rendered pages that the process stores with one `source`, enough for the themes and the usual
 * addresses. The limit bounds the memory, because clients can invent any number of addresses with the same answer.
 */
const MAX_KEPT_PAGES = 4;

/**
 * Creates the function that returns the answer which shows a page: status 200, with an ETag, so that an unchanged page
 * costs only a 304. Views with the same `source` are rendered once for each of MAX_KEPT_PAGES pairs of address and
 * theme, unless the page shows something of one visitor.
 */
export function createShowView(site: Site): (view: View, visit: Visit) => Reply {
  const shared = new WeakMap<object, Map<string, Reply>>();
  return (view, visit) => {
    const { source } = view;
    if (!source || isOfOneVisitor(visit)) return replyOf(view, site, visit);
    const replies = shared.get(source) ?? new Map<string, Reply>();
    shared.set(source, replies);
    const key = JSON.stringify([visit.address, visit.theme]);
    const reply = replies.get(key) ?? replyOf(view, site, visit);
    if (replies.size < MAX_KEPT_PAGES) replies.set(key, reply);
    return reply;
  };
}

const isOfOneVisitor = ({ caller, kept = [] }: Visit): boolean => Boolean(caller) || kept.length > 0;

function replyOf(view: View, site: Site, visit: Visit): Reply {
  // Encode the page only once, for its ETag and for its answer.
  const body = Buffer.from(renderPage(view, site, visit));
  return {
    status: 200,
    body,
    headers: {
      ...pageHeaders,
      "Cache-Control": isOfOneVisitor(visit) ? `private, ${REVALIDATED}` : REVALIDATED,
      ETag: etagOf(body),
    },
  };
}

/** Returns the answer that shows a page which no cache may store, such as a form with its faults, or a problem. */
export function showOnce(view: View, site: Site, visit: Visit) {
  return { body: renderPage(view, site, visit), headers: pageHeaders };
}

function renderPage(view: View, site: Site, visit: Visit): string {
  return `<!doctype html>\n${renderToString(<Document view={view} site={site} visit={visit} />)}\n`;
}
