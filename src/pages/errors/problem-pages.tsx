import { z } from "zod";
import { NotFoundError } from "../../errors.ts";
import { problemTypes, type ProblemName } from "../../http/problems/problem-types.ts";
import { definePage } from "../layout/define-page.tsx";
import { linksForPeople, titleForPeople, wordsForPeople } from "./words.ts";

const namesBySlug = new Map(
  (Object.keys(problemTypes) as ProblemName[]).map((name) => [problemTypes[name].slug as string, name]),
);

/**
 * The pages to which the `type` of a problem leads: one for each kind of problem. A page explains the problem first in
 * words for people, then, folded, in words for programmers.
 */
export const problemPage = definePage({
  path: "/problems/:slug",
  summary: "What a kind of problem means and what to do about it",
  action: "read what is public",
  isStatic: true,
  params: z.object({ slug: z.string() }),
  handler: async ({ params: { slug } }) => {
    const name = namesBySlug.get(slug);
    if (name === undefined)
      throw new NotFoundError(
        `No kind of problem is called "${slug}". Known: ${[...namesBySlug.keys()].join(", ")}.`,
      );
    const { help, status, title: titleInAnswers } = problemTypes[name];
    const title = titleForPeople(name, titleInAnswers);
    const named = linksForPeople[name];
    const words = wordsForPeople[name];
    return {
      title,
      description: words,
      body: (
        <article class="narrow">
          <h1>{title}</h1>
          <p class="lead">{words}</p>
          <ul class="links">
            {[...(named ? [named] : []), { href: "/", text: "To the home page" }].map(({ href, text }) => (
              <li>
                <a href={href}>{text}</a>
              </li>
            ))}
          </ul>
          <details class="note">
            <summary>For programs</summary>
            <p>
              {titleInAnswers}. {help}
            </p>
            <p>
              HTTP status {status}, <code>{slug}</code>
            </p>
          </details>
        </article>
      ),
    };
  },
});
