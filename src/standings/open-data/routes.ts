import type { z } from "zod";
import { defineRoute } from "../../http/route.ts";
import { benchmarkParams } from "../schemas.ts";
import type { DataFormat, OpenData } from "./open-data.ts";
import { openDataQuery } from "./schemas.ts";

const typeOf: Readonly<Record<DataFormat, string>> = {
  ndjson: "application/x-ndjson; charset=utf-8",
  csv: "text/csv; charset=utf-8; header=present",
};

/** Creates the route that streams all ranked results of a benchmark and variant. */
export const getOpenData = (openData: OpenData) =>
  defineRoute({
    method: "GET",
    path: "/benchmarks/:benchmark_id/results",
    summary:
      "All ranked results of a benchmark and variant, a line each, in the order in which they were ranked",
    action: "read what is public",
    auth: "none",
    limit: "downloads",
    params: benchmarkParams,
    query: openDataQuery,
    furtherFaults: async ({ params, query }) => {
      const { benchmark_id } = params as z.output<typeof benchmarkParams>;
      return openData.faultsOf(benchmark_id, textsIn(query));
    },
    responses: {
      200: {
        description: "Lines of text. docs/data.md of the project describes the columns.",
        other: { "application/x-ndjson": null, "text/csv": null },
        headers: { "Content-Disposition": "always" },
      },
    },
    handler: async ({ params: { benchmark_id }, query }) => {
      const begin = openData.prepare(benchmark_id, query);
      const disposition = `attachment; filename="${fileName(benchmark_id, query)}"`;
      const headers = { "Content-Type": typeOf[query.format], "Content-Disposition": disposition };
      const head = { status: 200, headers };
      return { ...head, load: async () => ({ ...head, body: await begin() }) };
    },
  });

/**
 * Returns those parameters of a query string that are texts. The schema of the query reports all other values as
 * errors.
 */
function textsIn(query: unknown) {
  const { variant, since } = query as Record<string, unknown>;
  return {
    ...(typeof variant === "string" && { variant }),
    ...(typeof since === "string" && { since }),
  };
}

function fileName(
  benchmarkId: number,
  { variant, format }: { variant?: string | undefined; format: DataFormat },
) {
  const words = `${benchmarkId} ${variant ?? ""}`.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return `results-${words.join("-")}.${format}`;
}
