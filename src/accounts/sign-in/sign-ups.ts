import type { Config } from "../../config.ts";
import { addressGroup } from "../../infra/address-group.ts";
import type { Clock } from "../../infra/clock.ts";
import { DAY_MS, endOfDay } from "../../infra/days.ts";
import type { Logger } from "../../infra/logger.ts";
import type { Redis } from "../../infra/redis.ts";
import { createCountSource, createRequestCounter } from "../../infra/request-counter.ts";
import type { ServerSecret } from "../../infra/server-secret.ts";
import { NewAccountLimitReachedError, SignUpClosedError } from "./errors.ts";

/** Decides whether a person who has no account may get one. */
export type SignUps = ReturnType<typeof createSignUps>;

/**
 * Creates the service that decides whether a person who has no account may get one. Redis counts the new accounts of
 * each address. While Redis gives no answer, each process counts the new accounts that the process itself has created.
 */
export function createSignUps(deps: SignUpsDeps) {
  const { clock, config } = deps;
  const limit = config.NEW_ACCOUNTS_A_DAY;
  const counted = { name: "new_accounts", limit, windowS: DAY_MS / 1000 };
  const counter = createRequestCounter(counted, { ...deps, source: createCountSource(deps) });
  return {
    /**
     * Requires that the service takes new accounts, and counts a new account for the client's address. The development
     * log-in (provider `dev`) is not counted, because tests make many accounts from one address.
     * @throws SignUpClosedError, NewAccountLimitReachedError
     */
    admit: async ({ provider, address }: { provider: string; address: string }): Promise<void> => {
      if (config.SIGN_UP === "closed") throw new SignUpClosedError();
      if (provider === "dev") return;
      const now = clock();
      // Put the day into the key of an address's count of new accounts, so that the count begins again at midnight
      // (UTC), not a day after the first account.
      const { isRefused } = await counter.count(`${now.toISOString().slice(0, 10)} ${addressGroup(address)}`);
      if (isRefused) throw new NewAccountLimitReachedError(limit, endOfDay(now).getTime() - now.getTime());
    },
  };
}

interface SignUpsDeps {
  redis: Redis;
  serverSecret: Pick<ServerSecret, "pseudonymOf">;
  clock: Clock;
  logger: Logger;
  config: Pick<
    Config,
    | "SIGN_UP"
    | "NEW_ACCOUNTS_A_DAY"
    | "RATE_LIMIT_REDIS_TIMEOUT_MS"
    | "RATE_LIMIT_MEMORY_CLIENTS"
    | "REDIS_KEY_PREFIX"
  >;
}
