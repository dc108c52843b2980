import { Readable } from "node:stream";
import { z } from "zod";
import type { BenchmarkSummary } from "../../answers/benchmark-summary.ts";
import { NotFoundError } from "../../errors.ts";
import { defineRoute } from "../../http/route.ts";
import { chipKind, type Catalogue, type ProductKind } from "../../products/index.ts";
import type { Rankings } from "../../standings/index.ts";
import { hrefOfChip } from "../layout/chip-link.tsx";
import { hrefOfProduct } from "../layout/kinds.ts";
import type { Page } from "../layout/site.ts";
import { addressOf } from "../lists/addresses.ts";
import { textElement, XML_DECLARATION } from "./xml.ts";

/** The services and settings that the sitemap for search engines uses. */
export interface SitemapDeps {
  kinds: readonly ProductKind[];
  catalogue: Pick<Catalogue, "highestId" | "streamSlugs" | "streamCompared">;
  rankings: Pick<Rankings, "mostMeasured">;
  benchmarkTypes: readonly BenchmarkSummary[];
}

/** The path of the list of all parts of the sitemap. */
export const SITEMAP_PATH = "/sitemap.xml";

/** The maximum number of addresses in a part of a sitemap, by the protocol of sitemaps.org. */
const MAX_ADDRESSES = 50_000;
/** The number of rankings of a benchmark that the sitemap lists: those of the most measured games and tests. */
const RANKINGS_LISTED = 1000;

const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const headers = {
  "Content-Type": "application/xml; charset=utf-8",
  // Crawlers read a sitemap only a few times a day, so a cached copy may be an hour old.
  "Cache-Control": "public, max-age=3600",
} as const;
const responses = { 200: { other: { "application/xml": null } } };

/** The route of the list of the parts of the sitemap, and the route of a part. */
export const sitemapRoutes = (deps: SitemapDeps): Page[] => [listRoute(deps), partRoute(deps)];

const listRoute =
  (deps: SitemapDeps): Page =>
  ({ publicUrl }) =>
    defineRoute({
      method: "GET",
      path: SITEMAP_PATH,
      summary: "The parts of the sitemap, for search engines",
      action: "read what is public",
      auth: "none",
      responses,
      handler: async () => {
        const parts = (await partsOf(deps)).map(
          (part) => `<sitemap>${textElement("loc", `${publicUrl}/sitemap/${part}.xml`)}</sitemap>\n`,
        );
        const body = `${XML_DECLARATION}<sitemapindex ${NAMESPACE}>\n${parts.join("")}</sitemapindex>\n`;
        return { status: 200, body, headers };
      },
    });

/**
 * The parameter that names a part of the sitemap: pages and rankings, chips, or at most MAX_ADDRESSES products of a
 * kind.
 */
const params = z.object({ part: z.string().regex(/^[a-z]+(?:-[1-9]\d{0,5})?\.xml$/) });

const partRoute =
  (deps: SitemapDeps): Page =>
  ({ publicUrl }) =>
    defineRoute({
      method: "GET",
      path: "/sitemap/:part",
      summary: "The addresses of a part of the sitemap, for search engines",
      action: "read what is public",
      auth: "none",
      params,
      responses,
      handler: async ({ params: { part } }) => {
        const name = part.replace(/\.xml$/, "");
        if (!(await partsOf(deps)).includes(name))
          throw new NotFoundError(`The sitemap has no part ${part}.`);
        // Stream the addresses of products and chips while they are read, so that a large catalogue takes no memory.
        // Read the few other addresses before the response begins, so that an unavailable store leads to an error
        // response.
        const paths = name === "pages" ? await pathsOfPages(deps) : pathsOf(deps, name);
        return { status: 200, body: Readable.from(writePart(paths, publicUrl)), headers };
      },
    });

/** Returns the names of all parts of the sitemap. The parts with products split the ids of each kind into ranges. */
async function partsOf({ kinds, catalogue }: SitemapDeps): Promise<string[]> {
  const ofKinds = kinds.map(async ({ name }) => {
    const count = Math.ceil((await catalogue.highestId(name)) / MAX_ADDRESSES);
    return Array.from({ length: count }, (_, index) => `${name}-${index + 1}`);
  });
  return ["pages", "chips", ...(await Promise.all(ofKinds)).flat()];
}

function pathsOf(deps: SitemapDeps, part: string): AsyncIterable<string> {
  if (part === "chips") return pathsOfChips(deps);
  const [kind = "", number] = part.split("-");
  return pathsOfProducts(deps, kind, Number(number));
}

async function pathsOfPages({ kinds, rankings, benchmarkTypes }: SitemapDeps): Promise<string[]> {
  const paths = ["/", "/hardware", ...kinds.map(({ name }) => `/hardware/${name}`), "/rankings"];
  for (const { id } of benchmarkTypes) {
    const measured = await rankings.mostMeasured(id, RANKINGS_LISTED);
    if (measured.length > 0) paths.push(`/rankings/${id}`);
    for (const { variant } of measured)
      if (variant !== null) paths.push(addressOf(`/rankings/${id}`, [["variant", variant]]));
  }
  return paths;
}

async function* pathsOfChips({ catalogue }: SitemapDeps) {
  let count = 0;
  for await (const slug of catalogue.streamCompared(chipKind.name)) {
    if (++count > MAX_ADDRESSES) return;
    yield hrefOfChip(slug);
  }
}

async function* pathsOfProducts({ catalogue }: SitemapDeps, kind: string, number: number) {
  const ids = { after: (number - 1) * MAX_ADDRESSES, upTo: number * MAX_ADDRESSES };
  for await (const url_slug of catalogue.streamSlugs(kind, ids)) yield hrefOfProduct({ kind, url_slug });
}

async function* writePart(paths: AsyncIterable<string> | Iterable<string>, publicUrl: string) {
  yield `${XML_DECLARATION}<urlset ${NAMESPACE}>\n`;
  for await (const path of paths) yield `<url>${textElement("loc", `${publicUrl}${path}`)}</url>\n`;
  yield "</urlset>\n";
}
