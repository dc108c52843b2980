import type { ApiPart } from "../document.ts";

/** The parts of the API, in the order in which people need them. */
export const apiParts: readonly ApiPart[] = [
  {
    name: "Builds",
    description: "Computers, their runs, and parts that would make a computer faster.",
    paths: ["/builds"],
  },
  {
    name: "Results",
    description: "Benchmarks, submissions, runs with their files and frames, and rankings.",
    paths: ["/benchmarks"],
  },
  {
    name: "Comparing",
    description: "Comparisons of builds, of runs or of products, side by side.",
    paths: ["/compare"],
  },
  {
    name: "Products",
    description: "The catalogue of products: search, and measured results of builds with a product.",
    paths: ["/products"],
  },
  {
    name: "Signing in",
    description: "Ways to sign in and to sign out.",
    paths: ["/login", "/logout"],
  },
  { name: "Account", description: "The caller's account, sessions and tokens.", paths: ["/me"] },
  { name: "Payment", description: "Events of Stripe about paid tiers.", paths: ["/billing"] },
  {
    name: "Service",
    description: "The state of the service, and pages about it.",
    paths: ["/", "/health", "/problems", "/openapi.json", "/docs"],
  },
];

/** The text at the beginning of the OpenAPI document, which describes what all calls have in common. */
export const apiDescription = `Attach benchmark results to builds, search hardware, and see how results rank.

- Bodies are JSON in UTF-8; a submission is a multipart form. Unknown fields are refused, unknown names in a query are ignored.
- Times are ISO 8601 in UTC. The unit of a number is in its name or its description; \`unit\` names the unit of scores.
- Refusals are \`application/problem+json\` (RFC 9457) and name every fault at once. A browser that opens a refused address gets a page instead.
- Every GET can also be sent as HEAD.
- A request that changes data is refused if a page of another site sends it with the cookie.`;
