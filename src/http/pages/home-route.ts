import { z } from "zod";
import { defineRoute } from "../route.ts";
import { escapeHtml, htmlPage, pageHeaders } from "./html-page.ts";

const NAME = "PC builds and their benchmark results";
const DESCRIPTION =
  "Attach a benchmark result to a build: typed-in scores, or a result file (a 3DMark export, a capture of frame times) from " +
  "which this service reads them. Search processors, graphics cards, memory and motherboards, and see what they reach.";

/** Where a visitor goes from here: addresses that everybody may read, each with what is there. */
const links = {
  docs: { href: "/docs", title: "Every call, to read and to try" },
  openapi: { href: "/openapi.json", title: "The same for programs, as an OpenAPI document" },
  benchmark_types: { href: "/benchmarks/types", title: "The benchmarks whose results can be submitted" },
  cpus: { href: "/products/cpu", title: "Processors" },
  gpus: { href: "/products/gpu", title: "Graphics cards" },
  ram: { href: "/products/ram", title: "Memory" },
  motherboards: { href: "/products/motherboard", title: "Motherboards" },
  sign_in: { href: "/login", title: "The ways to sign in" },
  health: { href: "/health/ready", title: "Whether the service and its stores are up" },
} as const;

type Name = keyof typeof links;

/** The links of which a page says that they are for whoever writes a client. What the others lead to is JSON. */
const forClients: ReadonlySet<string> = new Set<Name>(["docs", "openapi"]);

const link = z.strictObject({ href: z.string(), title: z.string() });
const answer = z.strictObject({
  name: z.string(),
  description: z.string(),
  links: z.record(z.string(), link),
});

/** The route of the address without a path: a page for people, and the same links as JSON for programs. */
export const homeRoute = () =>
  defineRoute({
    method: "GET",
    path: "/",
    summary: "What this service is and where to go on: a page for browsers, JSON for programs",
    action: "read what is public",
    auth: "none",
    limit: "none",
    responses: { 200: { json: answer, other: { "text/html": z.string() } } },
    handler: async ({ context }) =>
      context.accepts("application/json", "text/html") === "text/html"
        ? { status: 200, body: homePage(), headers: pageHeaders }
        : {
            status: 200,
            body: { name: NAME, description: DESCRIPTION, links },
            headers: { Vary: "Accept" },
          },
  });

function homePage(): string {
  const itemsOf = (areForClients: boolean) =>
    Object.entries(links)
      .filter(([name]) => forClients.has(name) === areForClients)
      .map(([, { href, title }]) => `<li><a href="${escapeHtml(href)}">${escapeHtml(title)}</a></li>`)
      .join("\n");
  return htmlPage(
    NAME,
    `<p>${escapeHtml(DESCRIPTION)}</p>
<form action="/products">
<label for="query">Search all products</label>
<input type="search" id="query" name="query" maxlength="200" placeholder="ryzen 7 5800x" required>
<button>Search</button>
</form>
<h2>For whoever writes a client</h2>
<ul>
${itemsOf(true)}
</ul>
<h2>What there is, in JSON</h2>
<ul>
${itemsOf(false)}
</ul>`,
  );
}
