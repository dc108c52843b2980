import { z } from "zod";
import { NotFoundError } from "../../errors.ts";
import { problemTypes } from "../../http/problems/problem-types.ts";
import { definePage } from "../layout/define-page.tsx";

const typesBySlug = new Map(Object.values(problemTypes).map((type) => [type.slug as string, type]));

/** The pages to which the `type` of a problem leads: one for each kind of problem. */
export const problemPage = definePage({
  path: "/problems/:slug",
  summary: "What a kind of problem means and what to do about it",
  action: "read what is public",
  isStatic: true,
  params: z.object({ slug: z.string() }),
  handler: async ({ params: { slug } }) => {
    const type = typesBySlug.get(slug);
    if (!type)
      throw new NotFoundError(
        `No kind of problem is called "${slug}". Known: ${[...typesBySlug.keys()].join(", ")}.`,
      );
    return {
      title: type.title,
      description: type.help,
      body: (
        <article class="narrow">
          <h1>{type.title}</h1>
          <p class="lead">{type.help}</p>
          <p class="soft">
            HTTP status {type.status}. <a href="/">To the first page</a>
          </p>
        </article>
      ),
    };
  },
});
