import { randomBytes } from "node:crypto";
import type { Db } from "mongodb";
import type { Config } from "../config.ts";
import type { Clock } from "../infra/clock.ts";
import type { Redis } from "../infra/redis.ts";
import { createAccountsRepository, type AccountsRepository } from "./records/accounts-repository.ts";
import { createRunCounter, type RunCounter, type SumCharged } from "./usage/usage.ts";
import { createSessionsRepository } from "./records/sessions-repository.ts";
import { createSessions, type Sessions } from "./sessions.ts";
import { createSignIn, type SignIn } from "./sign-in.ts";
import { createTiers, type Tiers } from "./usage/tiers.ts";

/** Everything about accounts: who is signed in, and how many runs they have. */
export interface Accounts {
  repository: AccountsRepository;
  sessions: Sessions;
  signIn: SignIn;
  tiers: Tiers;
  counter: RunCounter;
}

interface AccountsParts {
  db: Db;
  redis: Redis;
  config: Pick<Config, "REDIS_KEY_PREFIX" | "RESERVATION_STALE_MS" | "SESSION_DAYS" | "TIER_LIMITS">;
  clock: Clock;
  newId: () => string;
  sumCharged: SumCharged;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const TOKEN_BYTES = 32;

/** Builds the parts of this feature. */
export function createAccounts({ db, redis, config, clock, newId, sumCharged }: AccountsParts): Accounts {
  const repository = createAccountsRepository(db);
  const tiers = createTiers(config.TIER_LIMITS);
  const sessions = createSessions({
    sessions: createSessionsRepository(db),
    accounts: repository,
    clock,
    lifetimeMs: config.SESSION_DAYS * DAY_MS,
    newToken: () => randomBytes(TOKEN_BYTES).toString("base64url"),
  });
  return {
    repository,
    tiers,
    sessions,
    signIn: createSignIn({ accounts: repository, sessions, tiers, clock, newId }),
    counter: createRunCounter({
      redis,
      keyPrefix: config.REDIS_KEY_PREFIX,
      tiers,
      clock,
      staleMs: config.RESERVATION_STALE_MS,
      sumCharged,
    }),
  };
}
