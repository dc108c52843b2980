import type { ApiPart } from "../document.ts";

/** The parts of the API, in the order in which people need them. */
export const apiParts: readonly ApiPart[] = [
  {
    name: "Signing in",
    description: "Ways to sign in, and out.",
    paths: ["/login", "/logout"],
  },
  { name: "Account", description: "The caller's account, sessions and tokens.", paths: ["/me"] },
  {
    name: "Builds",
    description: "Computers, their runs, and what would make them faster.",
    paths: ["/builds"],
  },
  {
    name: "Results",
    description: "Benchmarks, submissions, runs with their files and frames, and rankings.",
    paths: ["/benchmarks"],
  },
  { name: "Comparing", description: "Builds and runs side by side.", paths: ["/compare"] },
  {
    name: "Products",
    description: "The catalogue: search, and what was measured with a product.",
    paths: ["/products"],
  },
  {
    name: "Service",
    description: "The state of the service, and pages about it.",
    paths: ["/", "/health", "/problems", "/openapi.json", "/docs"],
  },
];

/** A description of the properties that all calls share. */
export const apiDescription = `Attach benchmark results to builds, search hardware, and see what a result is worth.

- Bodies are JSON in UTF-8; a submission is a multipart form. Unknown fields are refused, unknown names in a query are ignored.
- Times are ISO 8601 in UTC. The unit of a number stands in its name or its description; \`unit\` names the one of scores.
- Refusals are \`application/problem+json\` (RFC 9457) and name every fault at once. A browser that opens an address gets a page instead.
- Any GET may be asked by HEAD.
- A request that changes something is refused where a page of another site sends it with the cookie.`;
