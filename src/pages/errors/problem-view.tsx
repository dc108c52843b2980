import type { ShownProblem } from "../../http/problems/answer-errors.ts";
import { problemTypes } from "../../http/problems/problem-types.ts";
import { SuspendedActs } from "../account/suspended.tsx";
import { signInHref } from "../layout/header.tsx";
import { showOnce } from "../layout/show-view.tsx";
import type { Site, View } from "../layout/site.ts";

/** Returns a problem as a page in HTML, with the headers of the page. */
export type RenderProblem = ReturnType<typeof createProblemRenderer>;

/**
 * Creates the function that renders a problem as a page, with the content of the JSON answer and links to other pages.
 */
export function createProblemRenderer(site: Site) {
  return (shown: ShownProblem) => showOnce(problemView(shown), site, shown);
}

const SIGN_IN_FIRST = 401;

/**
 * The member of an answer to a suspended account that says how to reach the operator; null if nobody has named a way.
 */
const contactIn = (problem: object): string | null =>
  "contact" in problem && typeof problem.contact === "string" ? problem.contact : null;

function problemView({ problem, address }: ShownProblem): View {
  const { title, status, detail, errors = [], request_id, type } = problem;
  return {
    title,
    isUnlisted: true,
    body: (
      <article class="narrow">
        <h1>{title}</h1>
        <p class="lead">{detail}</p>
        {errors.length > 0 && (
          <ul class="faults">
            {errors.map((fault) => (
              <li>
                <code>{fault.pointer}</code> {fault.detail}
              </li>
            ))}
          </ul>
        )}
        {status === SIGN_IN_FIRST && (
          <p>
            <a class="button" href={signInHref(address)}>
              Sign in
            </a>
          </p>
        )}
        {type.endsWith(`/${problemTypes.accountSuspended.slug}`) && (
          <SuspendedActs contact={contactIn(problem)} />
        )}
        <ul class="links">
          <li>
            <a href={type}>What this problem means</a>
          </li>
          <li>
            <a href="/">To the first page</a>
          </li>
        </ul>
        <p class="soft">
          HTTP status {status}, request {request_id}
        </p>
      </article>
    ),
  };
}
