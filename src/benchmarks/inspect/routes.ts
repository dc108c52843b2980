import { defineRoute, type Route } from "../../http/route.ts";
import type { Inspections } from "./inspections.ts";
import { inspectionForm, inspectionsAnswer } from "./schemas.ts";

interface InspectionRoutesDeps {
  inspections: Inspections;
}

/** Creates the route that tells clients what their result files contain. */
export function createInspectionRoutes(deps: InspectionRoutesDeps): Route[] {
  return [inspectFiles(deps)];
}

const inspectFiles = ({ inspections }: InspectionRoutesDeps) =>
  defineRoute({
    method: "POST",
    path: "/benchmarks/inspect",
    summary: "What result files contain, and for which benchmarks they can be submitted; stores nothing",
    action: "inspect a file",
    auth: "session",
    form: inspectionForm,
    problems: ["uploadLimitReached", "overloaded"],
    limit: "inspections",
    responses: { 200: { json: inspectionsAnswer, example: inspectionExample } },
    handler: async ({ caller, form, context }) => {
      const results = await inspections.inspect(caller, { form, address: context.ip });
      return { status: 200, body: { results, total: results.length } };
    },
  });

const inspectionExample = {
  results: [
    {
      name: "capture.csv",
      format: "frame-csv",
      tool: "PresentMon",
      benchmark_ids: [16],
      recordings: [
        { application: "Cyberpunk2077.exe", title: "Cyberpunk 2077", frames: 5400, duration_s: 60.02 },
      ],
      tests: [],
      settings: { resolution: null, preset: null, api: null, driver: null, os: null, notes: null },
      hardware: { cpu: null, gpu: null, ram: null, motherboard: null },
      fits: true,
      detail: null,
    },
  ],
  total: 1,
};
