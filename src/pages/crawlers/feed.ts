import { z } from "zod";
import { escapeText } from "../../charts/svg-text.ts";
import type { RunViews } from "../../benchmarks/index.ts";
import type { Builds } from "../../builds/index.ts";
import { cachedHeaders, etagOf, REVALIDATED } from "../../http/cacheable-reply.ts";
import { defineRoute } from "../../http/route.ts";
import { FEED } from "../layout/feed-link.ts";
import { formatFigure } from "../layout/figures.tsx";
import type { Page, Site } from "../layout/site.ts";
import { headlineOf } from "../lists/headline.ts";
import { mainPartsOf } from "../lists/main-parts.ts";
import { textElement, XML_DECLARATION } from "./xml.ts";

/** The services and settings that the feed of the newest results uses. */
export interface FeedDeps {
  runViews: Pick<RunViews, "listNewest">;
  builds: Pick<Builds, "presentSome">;
}

const ENTRIES = 30;
const TYPE = "application/atom+xml";

/**
 * The route of the feed of the newest results, in Atom (RFC 4287). As on the home page, each build has only its newest
 * result, and hidden and unranked results are left out.
 */
export const feedRoute =
  ({ runViews, builds }: FeedDeps): Page =>
  (site) =>
    defineRoute({
      method: "GET",
      path: FEED.href,
      summary: "The newest results of different builds, as an Atom feed",
      action: "read what is public",
      auth: "none",
      responses: { 200: { other: { [TYPE]: z.string() }, headers: cachedHeaders } },
      handler: async () => {
        const runs = await runViews.listNewest(ENTRIES, null);
        const shown = await builds.presentSome(runs.map(({ build_id }) => build_id));
        const entries = runs.map((run) => entryOf(run, mainPartsOf(shown.get(run.build_id)), site));
        const body = feedOf(entries, runs[0]?.created_at, site);
        const headers = { "Content-Type": `${TYPE}; charset=utf-8`, "Cache-Control": REVALIDATED };
        return { status: 200, body, headers: { ...headers, ETag: etagOf(body) } };
      },
    });

type Run = Awaited<ReturnType<RunViews["listNewest"]>>[number];
type Addressed = Pick<Site, "publicUrl" | "name">;

/** The time of the last change in a feed without entries: Atom requires such a time in every feed. */
const NEVER = new Date(0).toISOString();

function feedOf(entries: readonly string[], updated = NEVER, { publicUrl, name }: Addressed): string {
  return [
    `${XML_DECLARATION}<feed xmlns="http://www.w3.org/2005/Atom">`,
    textElement("title", `${FEED.title} · ${name}`),
    textElement("id", `${publicUrl}/`),
    textElement("updated", updated),
    linkTo(`${publicUrl}/`, "alternate"),
    linkTo(`${publicUrl}${FEED.href}`, "self"),
    ...entries,
    "</feed>\n",
  ].join("\n");
}

function entryOf(run: Run, parts: string, { publicUrl }: Addressed): string {
  const { benchmark, title, score, unit, build, created_at } = run;
  const href = `${publicUrl}/r/${encodeURIComponent(run.run_id)}`;
  const measured = score === null ? "" : `${formatFigure(score, unit)} ${unit} in `;
  const headline = headlineOf({ benchmark_id: benchmark.id, name: benchmark.name, title });
  // Name the author "somebody" if the owner's account is deleted, because Atom requires a name.
  const author = build.owner === null || build.owner.name === "" ? "somebody" : build.owner.name;
  return [
    "<entry>",
    textElement("title", `${measured}${headline}: ${build.name}`),
    textElement("id", href),
    textElement("updated", created_at),
    linkTo(href, "alternate"),
    `<author>${textElement("name", author)}</author>`,
    ...(parts === "" ? [] : [textElement("summary", parts)]),
    "</entry>",
  ].join("\n");
}

const linkTo = (href: string, rel: string): string => `<link rel="${rel}" href="${escapeText(href)}"/>`;
