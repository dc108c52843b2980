import { z } from "zod";
import { bounded } from "../infra/bounded.ts";
import { defineRoute, type Route } from "./route.ts";

interface HealthParts {
  /** A question to each store that fails when it is away. */
  pings: Readonly<Record<string, () => Promise<unknown>>>;
  timeoutMs: number;
  isDraining: () => boolean;
}

const readiness = z.strictObject({
  status: z.enum(["ready", "not ready", "draining"]),
  stores: z.record(z.string(), z.enum(["up", "away"])),
});

/** Whether the process lives, and whether it can serve. */
export function createHealthRoutes({ pings, timeoutMs, isDraining }: HealthParts): Route[] {
  const live = defineRoute({
    method: "GET",
    path: "/health/live",
    summary: "Whether the process lives",
    auth: "none",
    responses: { 200: z.strictObject({ status: z.literal("live") }) },
    handler: async () => ({ status: 200, body: { status: "live" } }),
  });
  const ready = defineRoute({
    method: "GET",
    path: "/health/ready",
    summary: "Whether the process can serve: each store with its state",
    auth: "none",
    responses: { 200: readiness, 503: readiness },
    handler: async () => {
      const stores = Object.fromEntries(
        await Promise.all(
          Object.entries(pings).map(async ([name, ping]) => [name, await stateOf(name, ping)] as const),
        ),
      );
      const isUp = Object.values(stores).every((state) => state === "up");
      const status = isDraining() ? "draining" : isUp ? "ready" : "not ready";
      return { status: status === "ready" ? 200 : 503, body: { status, stores } };
    },
  });
  return [live, ready];

  async function stateOf(name: string, ping: () => Promise<unknown>): Promise<"up" | "away"> {
    try {
      await bounded(ping(), timeoutMs, name);
      return "up";
    } catch {
      return "away";
    }
  }
}
