import type { ComponentChildren } from "preact";
import type { Caller } from "../../authorization.ts";
import type { Route } from "../../http/route.ts";
import type { Theme } from "../../http/theme-cookie.ts";
import type { KeptThing } from "../compare/tray-cookie.ts";
import type { Assets } from "./assets.ts";

/** The settings and static files that all pages share. */
export interface Site {
  /**
   * Public URL of the service without a trailing slash, for links outside of the service, such as previews in chats.
   */
  publicUrl: string;
  assets: Assets;
  /** The paths of all pages that browsers can open, with parameters as `:name`. */
  pagePaths: ReadonlySet<string>;
  /** The name of the site, which the operator chooses. */
  name: string;
  /** The link by which people reach the operator; undefined if the operator has set none. */
  contactUrl: string | undefined;
  /** The operator's links in the footer, including the link by which people reach the operator. */
  operatorLinks: readonly { label: string; href: string }[];
}

/**
 * Creates the route of a page, or of a page's form, for a site. `definePage` and `definePageAction` return such
 * functions.
 */
export type Page = (site: Site) => Route;

/** The title and the content of a page, as the handler of the page returns them. */
export interface View {
  /**
   * Topic of the page in a few words, which is also the `<h1>` of the body. The document appends the name of the site.
   * Null for the home page, whose title is the name of the site.
   */
  title: string | null;
  /** A sentence for search engines and for previews in chats. */
  description?: string;
  /** The content of the page's `<main>`, between header and footer. */
  body: ComponentChildren;
  /**
   * Scripts of the page: `<name>.js` for `src/pages/browser/<name>.ts`. Scripts are modules, which run after the page
   * is parsed.
   */
  scripts?: readonly string[];
  /** True for a page whose body has a search of everything or of all hardware, so that the header has none. */
  hasLargeSearch?: boolean;
  /** Further style sheets, such as `uplot.css`, in addition to the style sheet that all pages share. */
  styles?: readonly string[];
  /**
   * A picture for previews in chats: the path of the picture on this service, a text that describes the picture, and
   * its size in pixels.
   */
  preview?: { href: string; alt: string; width: number; height: number };
  /**
   * Seconds after which a browser without JavaScript reloads the page, because the content of the page will soon
   * change.
   */
  refreshSeconds?: number;
  /**
   * True for a page that is made for one use, such as a form with its own key. No cache stores such a page, so each
   * visit gets a new page.
   */
  isForOneUse?: boolean;
  /** The path of the page, if the page shows what people have submitted, so that readers can report it. */
  reportPath?: string;
  /**
   * The object, such as a cached answer of a service, from which the page is rendered. The service caches the HTML of
   * views with the same `source` for each address and theme, so data of the page that is not in `source`, such as names
   * and scales of bars, may be a second old.
   */
  source?: object;
  /** True for a page on which visitors choose builds, runs or products to compare. Such a page shows the whole tray. */
  showsTray?: boolean;
  /** True for a page that search engines should not list. Pages that require signing in are never listed. */
  isUnlisted?: boolean;
}

/** The facts about the visitor to whom a page is shown. */
export interface Visit {
  /**
   * The signed-in caller; null if nobody is signed in; undefined if the request was refused before the caller was
   * known.
   */
  caller: Pick<Caller, "name"> | null | undefined;
  /**
   * The path and query string of the page, to which the forms of header and footer lead back. If the form was posted to
   * an address that browsers cannot open, the path of the page with the form.
   */
  address: string;
  /** The theme that the visitor has chosen; undefined for the theme of the system. */
  theme: Theme | undefined;
  /** The builds, runs and products in the visitor's tray; absent on the page of a problem. */
  kept?: readonly KeptThing[];
}
