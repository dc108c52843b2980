import { z } from "zod";
import { NotFoundError } from "../../errors.ts";
import { escapeHtml, htmlPage, pageHeaders } from "../pages/html-page.ts";
import { defineRoute } from "../route.ts";
import { problemTypes } from "./problem-types.ts";

/** The route of the pages to which the `type` of a problem leads: one page for each kind of problem. */
export const problemPageRoute = () =>
  defineRoute({
    method: "GET",
    path: "/problems/:slug",
    summary: "What a kind of problem means and what to do about it",
    action: "read what is public",
    auth: "none",
    limit: "none",
    params: z.object({ slug: z.string() }),
    responses: { 200: { other: { "text/html": z.string() } } },
    handler: async ({ params: { slug } }) => ({
      status: 200,
      body: problemPage(slug),
      headers: pageHeaders,
    }),
  });

const typesBySlug = new Map(Object.values(problemTypes).map((type) => [type.slug as string, type]));

/** Returns the page of a kind of problem as HTML. @throws NotFoundError where no kind has this slug */
function problemPage(slug: string): string {
  const type = typesBySlug.get(slug);
  if (!type)
    throw new NotFoundError(
      `No kind of problem is called "${slug}". Known: ${[...typesBySlug.keys()].join(", ")}.`,
    );
  return htmlPage(
    type.title,
    `<p>${escapeHtml(type.help)}</p>\n<p><small>HTTP status ${type.status}. <a href="/">To the first page of this service</a></small></p>`,
  );
}
