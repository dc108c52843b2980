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
  const items = Object.values(links).map(
    ({ href, title }) => `<li><a href="${escapeHtml(href)}">${escapeHtml(title)}</a></li>`,
  );
  return htmlPage(
    NAME,
    `<p>${escapeHtml(DESCRIPTION)}</p>
<form action="/products">
<label>Search products <input type="search" name="query" maxlength="200" required></label>
<button>Search</button>
</form>
<p>Every address answers in JSON:</p>
<ul>
${items.join("\n")}
</ul>`,
  );
}
