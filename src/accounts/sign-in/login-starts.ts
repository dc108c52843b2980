import { createHmac, timingSafeEqual } from "node:crypto";
import type { Collection, Db } from "mongodb";
import type { Config } from "../../config.ts";
import type { Clock } from "../../infra/clock.ts";
import { hashOfToken, newSecretToken } from "../secret-token.ts";

/** The starts of log-ins that are under way. */
export type LoginStarts = ReturnType<typeof createLoginStarts>;

/**
 * Creates the service that stores the start of each log-in until the log-in ends. The token of a start is 256 random
 * bits in a cookie of the browser that began the log-in. The state, nonce and code verifier are derived from the token,
 * and the database stores only the token's hash: nobody can finish a log-in by reading the database.
 */
export function createLoginStarts({ db, clock, config }: LoginStartsDeps) {
  const starts = startsOf(db);
  return {
    /**
     * Begins a log-in.
     * @param start.returnTo the path to which the browser goes after the log-in; null where a client brings the proof
     * itself
     */
    begin: async (start: { provider: string; returnTo: string | null }): Promise<StartSecrets> => {
      const secrets = secretsOf(newSecretToken());
      const expires_at = new Date(clock().getTime() + config.LOGIN_START_TTL_MS);
      const { provider, returnTo: return_to } = start;
      await starts.insertOne({ _id: hashOfToken(secrets.token), provider, return_to, expires_at });
      return secrets;
    },

    /**
     * Removes and returns the start with this token, so that it can be used only once. Returns null if the start is
     * unknown, already taken, too old, or of another provider or kind of log-in.
     */
    take: async ({ token, provider, isRedirect }: StartToTake): Promise<TakenStart | null> => {
      const stored = await starts.findOneAndDelete({
        _id: hashOfToken(token),
        provider,
        return_to: isRedirect ? { $ne: null } : null,
        expires_at: { $gt: clock() },
      });
      return stored && { stored, secrets: secretsOf(token), returnTo: stored.return_to ?? "/" };
    },

    /**
     * Stores a start again that `take` has removed, because the provider gave no answer and the log-in is undecided.
     */
    giveBack: async ({ stored }: TakenStart): Promise<void> => {
      await starts.insertOne(stored);
    },
  };
}

/** Whether a state belongs to the start with this token. The comparison takes constant time. */
export function isStateOf(token: string, state: string): boolean {
  const expected = Buffer.from(secretsOf(token).state);
  const found = Buffer.from(state);
  return expected.length === found.length && timingSafeEqual(expected, found);
}

/**
 * The secrets of one log-in. The browser, the provider and this service each know the secrets that the protocol shows
 * them.
 */
export interface StartSecrets {
  /** The token of the start, which is the value of the browser's cookie. */
  token: string;
  state: string;
  nonce: string;
  codeVerifier: string;
}

/** A start that `take` has removed from the store, with the secrets of its log-in. */
export interface TakenStart {
  stored: LoginStart;
  secrets: StartSecrets;
  /** The path to which the browser goes after the log-in. */
  returnTo: string;
}

interface StartToTake {
  token: string;
  provider: string;
  /**
   * True for a log-in in which the service has sent the browser to the provider; false where a client brings the proof
   * itself.
   */
  isRedirect: boolean;
}

function secretsOf(token: string): StartSecrets {
  const derive = (purpose: string) => createHmac("sha256", token).update(purpose).digest("base64url");
  return { token, state: derive("state"), nonce: derive("nonce"), codeVerifier: derive("code_verifier") };
}

/** Creates the index of the collection of started log-ins. The function may run any number of times. */
export async function setUpLoginStarts(db: Db): Promise<void> {
  await startsOf(db).createIndex({ expires_at: 1 }, { expireAfterSeconds: 0 });
}

const startsOf = (db: Db): Collection<LoginStart> => db.collection("login_starts");

/** A start as it is stored, which names no account. */
interface LoginStart {
  /** The id of the document: the SHA-256 of the start's token, in hex. */
  _id: string;
  provider: string;
  /**
   * The path of the service to which the browser goes after the log-in; null where a client brings the proof itself.
   */
  return_to: string | null;
  expires_at: Date;
}

interface LoginStartsDeps {
  db: Db;
  clock: Clock;
  config: Pick<Config, "LOGIN_START_TTL_MS">;
}
