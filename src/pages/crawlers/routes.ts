import { z } from "zod";
import { NotFoundError } from "../../errors.ts";
import { defineRoute } from "../../http/route.ts";
import type { Page } from "../layout/site.ts";
import { feedRoute, type FeedDeps } from "./feed.ts";
import { SITEMAP_PATH, sitemapRoutes, type SitemapDeps } from "./sitemap.ts";

/** The services and settings that the routes for search engines and feed readers use. */
export type CrawlerRoutesDeps = FeedDeps & SitemapDeps;

/** Creates the routes for search engines and feed readers: robots.txt, sitemap and feed; and the route of the icon. */
export const createCrawlerRoutes = (deps: CrawlerRoutesDeps): Page[] => [
  robotsRoute,
  ...sitemapRoutes(deps),
  feedRoute(deps),
  iconRoute,
];

/**
 * The path prefixes that robots.txt forbids to search engines: searches, filters, pages for one visitor, and downloads
 * of all results.
 */
const NOT_FOR_CRAWLERS = [
  "/search",
  "/compare?",
  "/submit",
  "/login",
  "/me",
  "/hardware/*?",
  "/benchmarks/*/results",
];
/**
 * The later pages of unfiltered lists, which search engines may read: if two rules of robots.txt match an address,
 * search engines obey the longer rule.
 */
const FOR_CRAWLERS = ["/hardware/*?page="];

const DAY_CACHED = "public, max-age=86400";

const robotsRoute: Page = ({ publicUrl }) =>
  defineRoute({
    method: "GET",
    path: "/robots.txt",
    summary: "What search engines may read, and where the sitemap is",
    action: "read what is public",
    auth: "none",
    limit: "none",
    responses: { 200: { other: { "text/plain": z.string() } } },
    handler: async () => ({
      status: 200,
      body: [
        "User-agent: *",
        ...NOT_FOR_CRAWLERS.map((path) => `Disallow: ${path}`),
        ...FOR_CRAWLERS.map((path) => `Allow: ${path}`),
        `Sitemap: ${publicUrl}${SITEMAP_PATH}`,
        "",
      ].join("\n"),
      headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": DAY_CACHED },
    }),
  });

/**
 * The route of the icon: browsers and feed readers request /favicon.ico without reading a page, and accept an SVG
 * there.
 */
const iconRoute: Page = ({ assets }) =>
  defineRoute({
    method: "GET",
    path: "/favicon.ico",
    summary: "The icon of the site",
    action: "read what is public",
    auth: "none",
    limit: "none",
    responses: { 200: { other: { "image/svg+xml": z.string() } } },
    handler: async () => {
      const icon = assets.find("icon.svg");
      if (!icon) throw new NotFoundError("The site has no icon.");
      const headers = { "Content-Type": `${icon.type}; charset=utf-8`, "Cache-Control": DAY_CACHED };
      return { status: 200, body: icon.text, headers };
    },
  });
