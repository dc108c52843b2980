import type { ShownProblem } from "../../http/problems/answer-errors.ts";
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
