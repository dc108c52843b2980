import { z } from "zod";
import { problemPage } from "./problem-pages.ts";
import { defineRoute } from "../route.ts";

/** The pages that the `type` of a problem leads to. */
export const problemPageRoute = () =>
  defineRoute({
    method: "GET",
    path: "/problems/:slug",
    summary: "What a kind of problem means and what to do about it",
    auth: "none",
    params: z.object({ slug: z.string() }),
    responses: { 200: z.string() },
    handler: async ({ params: { slug } }) => ({
      status: 200,
      body: problemPage(slug),
      headers: {
        "Content-Type": "text/html; charset=utf-8",
        "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
      },
    }),
  });
