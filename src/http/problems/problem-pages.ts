import { NotFoundError } from "../../errors.ts";
import { problemTypes } from "./problem-types.ts";

const pages = new Map(Object.values(problemTypes).map((type) => [type.slug as string, type]));

/** The short page that a problem's `type` leads to, as HTML. @throws NotFoundError */
export function problemPage(slug: string): string {
  const type = pages.get(slug);
  if (!type)
    throw new NotFoundError(
      `No kind of problem is called "${slug}". Known: ${[...pages.keys()].join(", ")}.`,
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
