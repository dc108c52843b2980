import { z } from "zod";
import { NotFoundError } from "../../errors.ts";
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
    responses: { 200: z.string() },
    handler: async ({ params: { slug } }) => ({
      status: 200,
      body: problemPage(slug),
      headers: {
        "Content-Type": "text/html; charset=utf-8",
        "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
      },
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
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${type.status} ${type.title}</title>
<style>body{font:1rem/1.5 system-ui,sans-serif;max-width:40rem;margin:3rem auto;padding:0 1rem;color-scheme:light dark}</style>
<h1>${type.title}</h1>
<p>HTTP status ${type.status}</p>
<p>${type.help.replaceAll("<", "&lt;")}</p>
</html>
`;
}
