import type { Context } from "koa";
import type { Config } from "../../config.ts";
import { addressGroup } from "../../infra/address-group.ts";
import { Problem, problemTypes } from "../problems/problem-types.ts";
import type { LimitReports } from "./limit-reports.ts";

const RETRY_AFTER_S = 1;

/** Runs work for which a client waits. The signal `clientGone` aborts when the client disconnects. */
export type Hold = <Result>(work: (clientGone: AbortSignal) => Promise<Result>) => Promise<Result>;

/** Creates the limit on the number of requests of one address that wait at the same time. */
export function createWaits({ config, reports }: WaitsDeps) {
  const waiting = new Map<string, number>();
  return {
    /**
     * Runs the work of a request that waits. During the work, the request counts among the waiting requests of its
     * address.
     * @throws Problem 429 where MAX_WAITS_PER_ADDRESS is reached
     */
    hold: async <Result>(
      context: Context,
      work: (clientGone: AbortSignal) => Promise<Result>,
    ): Promise<Result> => {
      const group = addressGroup(context.ip);
      const count = waiting.get(group) ?? 0;
      if (count >= config.MAX_WAITS_PER_ADDRESS) {
        reports.report("waits", { account_id: null, address: context.ip });
        throw tooManyWaits(config.MAX_WAITS_PER_ADDRESS);
      }
      waiting.set(group, count + 1);
      const gone = new AbortController();
      const abort = () => gone.abort();
      if (context.res.destroyed) abort();
      else context.res.once("close", abort);
      try {
        return await work(gone.signal);
      } finally {
        context.res.off("close", abort);
        const left = (waiting.get(group) ?? 1) - 1;
        if (left === 0) waiting.delete(group);
        else waiting.set(group, left);
      }
    },
  };
}

function tooManyWaits(limit: number): Problem {
  return new Problem(problemTypes.tooManyRequests, {
    detail: `Expected at most ${limit} requests with the parameter wait from one address at the same time, found one more. Send the request without wait, or when another waiting request has ended.`,
    faults: [
      {
        pointer: "/wait",
        detail: `Expected at most ${limit} waiting requests at the same time, found one more.`,
      },
    ],
    headers: { "Retry-After": String(RETRY_AFTER_S) },
  });
}

interface WaitsDeps {
  config: Pick<Config, "MAX_WAITS_PER_ADDRESS">;
  reports: LimitReports;
}
