import type { ComponentChildren } from "preact";
import type { Caller } from "../../authorization.ts";
import type { Route } from "../../http/route.ts";
import type { Assets } from "./assets.ts";

/** What all pages share. */
export interface Site {
  /** Where the service is on the web, without a slash at its end; for what leaves the service, such as a preview in a chat. */
  publicUrl: string;
  assets: Assets;
}

/** A page, or what the form of a page posts to: its route, once the site is known. `definePage` and `definePageAction` make it. */
export type Page = (site: Site) => Route;

/** What a page shows: what its handler returns. */
export interface View {
  /** What the page is about, in a few words. The document appends the name of the service. The body has it as its `<h1>`. */
  title: string;
  /** A sentence for search engines and for previews in chats. */
  description?: string;
  /** What stands between header and footer, inside of `<main>`. */
  body: ComponentChildren;
  /** Scripts of the page: `<name>.js` for `src/pages/browser/<name>.ts`. They are modules: they run when the page is there. */
  scripts?: readonly string[];
  /** Style sheets beside the one of all pages: `uplot.css`. */
  styles?: readonly string[];
  /** A picture for previews in chats: its path on this service, what it shows, and its size in pixels. */
  preview?: { href: string; alt: string; width: number; height: number };
  /** After how many seconds a browser without script loads the page again, because it will soon show more. */
  refreshSeconds?: number;
  /** True where the page is made for one use, such as a form with a key of its own: nothing keeps it, so each visit gets a new one. */
  isForOneUse?: boolean;
  /** True for what search engines should not list. A page for a signed-in person alone is never listed. */
  isUnlisted?: boolean;
}

/** To whom a page is shown. */
export interface Visit {
  /** Who is signed in; null for nobody; undefined where the request was refused before that was known. */
  caller: Pick<Caller, "name"> | null | undefined;
  /** Path and query string of the page. */
  address: string;
}
