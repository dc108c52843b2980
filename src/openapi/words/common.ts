import type { Glossary } from "../glossary.ts";

/** The names of fields that occur in many answers, and of the parameters and fields of paging. */
export const commonWords: Glossary = {
  asset: { text: "The name of a script or style sheet of the page.", example: "swagger-ui.css" },
  code: {
    text: "Of a failed run: the kind of the reason, for programs. Of a log-in: the authorization code of the provider.",
    example: "no_frames",
  },
  created_at: { text: "When the build, run, session or token was made, in UTC." },
  description: { example: "Attach a benchmark result to a build." },
  detail: {
    text: "What was expected, what was found, and what to do.",
    example: "Expected a name, found nothing.",
  },
  format: { example: "frame-csv" },
  from: { example: 14_000 },
  href: { text: "The path of the linked page, on this service.", example: "/products/cpu" },
  kind: { example: "cpu" },
  limit: { text: "The maximum number of entries on a page of the list.", example: 20 },
  links: { text: "The pages with which a reader can continue." },
  message: { text: "What the service has done, as a sentence." },
  name: { example: "Quiet tower" },
  page: { text: "Which page of the list, from 1.", example: 1 },
  period: { text: "The calendar month (UTC) whose runs are counted.", example: "2026-11" },
  pointer: { text: "Where in the request the fault is: a JSON pointer (RFC 6901).", example: "/name" },
  reason: {
    text: "Why the result is unranked, in plain words.",
    example: "Far above the results of the same hardware.",
  },
  request_id: {
    text: "The id of the request, which the log lines of the request have, too.",
    example: "0b6f1c1e-8f0e-4d77-9f3c-3f1e1b8f2a55",
  },
  resets_at: { text: "When the count begins again at 0, in UTC.", example: "2026-12-01T00:00:00.000Z" },
  results: { text: "The entries of this page." },
  since: { example: "cS1bX0y7vQm9sT1aZ" },
  status: {
    text: "Of a run: how far the service has read its file. Of a process: whether it can serve requests.",
  },
  stores: { text: "Each store with its state." },
  theme: { text: "The colours of the picture; auto follows the colour scheme of the reader's system." },
  title: { text: "What the linked page or the problem is, in a few words.", example: "Processors" },
  to: { example: 15_000 },
  total: { example: 1 },
  type: { text: "The address of a page that says what the problem means and what to do." },
  unit: { text: "The unit of the figures or frame times in the same object.", example: "points" },
  url: {
    text: "The address at which the run can be read.",
    example: "https://bench.example/benchmarks/runs/7f4df3a4",
  },
  version: { text: "The version in the addresses of the page's files.", example: "k3Jx0b2vQm9sT1aZ" },
  used: { example: 12 },
};
