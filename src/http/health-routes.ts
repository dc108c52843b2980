import { z } from "zod";
import { areReady, type FindStoreStates } from "../infra/store-states.ts";
import { defineRoute, type Route } from "./route.ts";

export type { FindStoreStates } from "../infra/store-states.ts";

const readiness = z.strictObject({
  status: z.enum(["ready", "not ready", "draining"]),
  stores: z.record(z.string(), z.enum(["up", "away"])),
});

/**
 * Creates the routes of the health checks: the first says whether the process runs, the second whether the process can
 * serve requests.
 */
export function createHealthRoutes({ findStoreStates, isDraining }: HealthDeps): Route[] {
  const live = defineRoute({
    method: "GET",
    path: "/health/live",
    summary: "Whether the process lives",
    action: "read what is public",
    auth: "none",
    limit: "none",
    isProbe: true,
    responses: { 200: { json: z.strictObject({ status: z.literal("live") }) } },
    handler: async () => ({ status: 200, body: { status: "live" } }),
  });
  const ready = defineRoute({
    method: "GET",
    path: "/health/ready",
    summary: "Whether the process can serve: each store with its state",
    action: "read what is public",
    auth: "none",
    limit: "none",
    isProbe: true,
    responses: {
      200: { json: readiness },
      503: { description: "MongoDB or Redis is unavailable, or the process is stopping", json: readiness },
    },
    handler: async () => {
      const states = await findStoreStates();
      const status = isDraining() ? "draining" : areReady(states) ? "ready" : "not ready";
      return { status: status === "ready" ? 200 : 503, body: { status, stores: states } };
    },
  });
  return [live, ready];
}

interface HealthDeps {
  findStoreStates: FindStoreStates;
  isDraining: () => boolean;
}
