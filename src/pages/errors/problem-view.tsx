import type { ShownProblem } from "../../http/problems/answer-errors.ts";
import { problemTypes, type ProblemName } from "../../http/problems/problem-types.ts";
import { SuspendedActs } from "../account/suspended.tsx";
import { SearchForm } from "../search/search-form.tsx";
import { faultForPeople, forPeople } from "../layout/for-people.ts";
import { signInHref } from "../layout/header.tsx";
import { showOnce } from "../layout/show-view.tsx";
import type { Site, View } from "../layout/site.ts";
import { labelOfParameter, parameterOf } from "./parameter-label.ts";
import { missingAt, pageWithForm, withoutParameters, type WayBack } from "./addresses.ts";
import {
  linksForPeople,
  SEARCH_UNAVAILABLE,
  tellingProblems,
  titleForPeople,
  wordsForPeople,
} from "./words.ts";

/** Returns a problem as a page in HTML, with the headers of the page. */
export type RenderProblem = ReturnType<typeof createProblemRenderer>;

/**
 * Creates the function that renders a problem as a page. The page says in words for people what happened and what to
 * do, and shows the content of the JSON answer as technical details.
 */
export function createProblemRenderer(site: Site) {
  return (shown: ShownProblem) =>
    showOnce(problemView(shown), site, { ...shown, address: shown.pageAddress });
}

const nameBySlug = new Map(
  (Object.keys(problemTypes) as ProblemName[]).map((name) => [problemTypes[name].slug as string, name]),
);

/** Returns the name of a kind of problem by the URL that the answer has as `type`. */
function nameOf({ type }: ShownProblem["problem"]): ProblemName {
  return nameBySlug.get(type.slice(type.lastIndexOf("/") + 1)) ?? "internalError";
}

/**
 * Returns the link by which the owner of a suspended account reaches the operator, from the problem that refused the
 * owner's request; null if the operator has set no link.
 */
const contactIn = (problem: object): string | null =>
  "contact" in problem && typeof problem.contact === "string" ? problem.contact : null;

/** The title and the first sentence of the page that is shown for an address which only accepts posted forms. */
const ADDRESS_OF_FORM = "This address cannot be opened directly";
const ONLY_BY_FORM = "Nothing was changed or deleted. This address works only from a form on this site.";

function problemView({ problem, address, pageAddress }: ShownProblem): View {
  const { detail, errors = [] } = problem;
  const name = nameOf(problem);
  const isOfForm = name === "methodNotAllowed" && pageWithForm(address).length > 0;
  const missing = name === "notFound" ? missingAt(address) : null;
  const title = isOfForm ? ADDRESS_OF_FORM : (missing?.title ?? titleForPeople(name, problem.title));
  const isSearched = missing !== null && (missing.isSearched ?? true);
  const told = tellingProblems.has(name) ? forPeople(detail) : "";
  return {
    title,
    isUnlisted: true,
    hasLargeSearch: isSearched,
    body: (
      <article class="narrow">
        <h1>{title}</h1>
        <p class="lead">{isOfForm ? ONLY_BY_FORM : sentenceFor(name, { detail, address })}</p>
        {told !== "" && <p>{told}</p>}
        {errors.length > 0 && <Faults faults={errors} />}
        {isSearched && <SearchForm />}
        {name === "signInRequired" && (
          <p>
            <a class="button" href={signInHref(pageAddress)}>
              Sign in
            </a>
          </p>
        )}
        {name === "accountSuspended" && <SuspendedActs contact={contactIn(problem)} />}
        <ul class="links">
          {waysBack(name, { errors, address, pageAddress }).map(({ href, text }) => (
            <li>
              <a href={href}>{text}</a>
            </li>
          ))}
        </ul>
        <TechnicalDetails problem={problem} />
      </article>
    ),
  };
}

/** Returns the first sentence of the page of a problem: what happened, and what to do. */
function sentenceFor(name: ProblemName, { detail, address }: { detail: string; address: string }): string {
  if (name === "notFound") return missingAt(address).sentence;
  // The API's message about an unavailable store begins with the store's name. Without Meilisearch, only searches fail.
  if (name === "storeUnavailable" && detail.startsWith("Meilisearch ")) return SEARCH_UNAVAILABLE;
  return wordsForPeople[name];
}

type ProblemFaults = NonNullable<ShownProblem["problem"]["errors"]>;

function waysBack(
  name: ProblemName,
  { errors, address, pageAddress }: { errors: ProblemFaults } & Pick<ShownProblem, "address" | "pageAddress">,
): WayBack[] {
  const first = { href: "/", text: "To the home page" };
  const named = linksForPeople[name];
  if (name === "notFound") return [...missingAt(address).waysBack, first];
  if (name === "methodNotAllowed") return [...pageWithForm(address), first];
  const mended = name === "invalidInput" ? withoutParameters(pageAddress, errors.map(parameterOf)) : null;
  if (named) return [named, first];
  return [...(mended === null ? [] : [{ href: mended, text: "Open the page without these values" }]), first];
}

function Faults({ faults }: { faults: ProblemFaults }) {
  return (
    <ul class="faults">
      {faults.map((fault) => {
        const parameter = parameterOf(fault);
        const { detail } = faultForPeople(fault);
        return (
          <li>
            {parameter !== "" && <strong>{labelOfParameter(parameter)}: </strong>}
            {detail}
          </li>
        );
      })}
    </ul>
  );
}

/** The technical details of a problem, as in the JSON answer, by which the operator and programmers find the cause. */
function TechnicalDetails({ problem: { detail, status, type, request_id } }: Pick<ShownProblem, "problem">) {
  return (
    <details class="note">
      <summary>Technical details</summary>
      <p>{detail}</p>
      <p>
        HTTP status {status}, request {request_id}
      </p>
      <p>
        <a href={type}>What this problem means</a>
      </p>
    </details>
  );
}
