import { z } from "zod";
import { productKinds } from "../kinds/kinds.ts";
import { allKindsInWords, headingOf } from "../kinds/words.ts";
import { defineRoute } from "./route.ts";

const NAME = "PC builds and their benchmark results";
const DESCRIPTION =
  "Attach a benchmark result to a build: typed-in scores, or a result file (a 3DMark export, a capture of frame times) from " +
  `which this service reads them. Search ${allKindsInWords()}, and see the results of builds with them.`;

/** The links in the answer at the path `/`: addresses that everybody may read, each with a title for people. */
const links = {
  docs: { href: "/docs", title: "The documentation of every call, where each call can be tried" },
  openapi: {
    href: "/openapi.json",
    title: "The declaration of every call for programs, as an OpenAPI document",
  },
  benchmark_types: { href: "/benchmarks/types", title: "The benchmarks whose results can be submitted" },
  ...Object.fromEntries(
    productKinds.map((kind) => [kind.collection, { href: `/products/${kind.name}`, title: headingOf(kind) }]),
  ),
  sign_in: { href: "/login", title: "The ways to sign in" },
  health: { href: "/health/ready", title: "Whether the service and its stores are up" },
};

const link = z.strictObject({ href: z.string(), title: z.string() });
const answer = z.strictObject({
  name: z.string(),
  description: z.string(),
  links: z.record(z.string(), link),
});

/**
 * Declares the route of the path `/` for programs. Browsers get the home page (`src/pages/home/`) at the same address.
 */
export const homeRoute = () =>
  defineRoute({
    method: "GET",
    path: "/",
    summary: "What this service is and where to go on",
    action: "read what is public",
    auth: "none",
    limit: "none",
    responses: { 200: { json: answer } },
    handler: async () => ({ status: 200, body: { name: NAME, description: DESCRIPTION, links } }),
  });
