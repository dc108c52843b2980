import { createHmac, timingSafeEqual } from "node:crypto";
import type { Collection, Db } from "mongodb";
import type { Config } from "../../config.ts";
import type { Clock } from "../../infra/clock.ts";
import { hashOfToken, newSecretToken } from "../secret-token.ts";

/** Stores a document about each log-in that was started and has not ended. */
export type LoginStarts = ReturnType<typeof createLoginStarts>;

/**
 * Creates the service that stores a document about each started log-in until the log-in ends. The browser that began
 * the log-in gets a token of 256 random bits in a cookie. The state, the nonce and the code verifier are derived from
 * the token, and the database stores only the token's hash. So nobody can finish a log-in by reading the database.
 */
export function createLoginStarts({ db, clock, config }: LoginStartsDeps) {
  const starts = startsOf(db);
  return {
    /**
     * Begins a log-in and returns its secrets.
     * @param start.returnTo the path to which the browser goes after the log-in; null where a client brings the proof
     *   itself
     */
    begin: async (start: { provider: string; returnTo: string | null }): Promise<StartSecrets> => {
      const secrets = secretsOf(newSecretToken());
      const expires_at = new Date(clock().getTime() + config.LOGIN_START_TTL_MS);
      const { provider, returnTo: return_to } = start;
      await starts.insertOne({ _id: hashOfToken(secrets.token), provider, return_to, expires_at });
      return secrets;
    },

    /**
     * Removes and returns the stored log-in that belongs to a token, so that a token can be used only once. Returns
     * null if the token is unknown, expired or used already. Also returns null if the log-in was started with another
     * provider or in another way (redirect or proof by the client).
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
     * Stores again the document of a started log-in that `take` has removed, because the sign-in provider gave no
     * answer. The client can then use its token once more.
     */
    giveBack: async ({ stored }: TakenStart): Promise<void> => {
      await starts.insertOne(stored);
    },
  };
}

/**
 * Returns whether a `state` parameter belongs to the log-in whose token the browser has. The comparison takes constant
 * time, so that nobody can guess the state from the duration.
 */
export function isStateOf(token: string, state: string): boolean {
  const expected = Buffer.from(secretsOf(token).state);
  const found = Buffer.from(state);
  return expected.length === found.length && timingSafeEqual(expected, found);
}

/**
 * The secrets of one log-in. The browser, the provider and this service each know only those secrets that the protocol
 * sends to them.
 */
export interface StartSecrets {
  /** The token that identifies the log-in: the value of the browser's cookie. */
  token: string;
  state: string;
  nonce: string;
  codeVerifier: string;
}

/** A started log-in that `take` has removed from the database, and the secrets of the log-in. */
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

/** Creates the index of the collection of started log-ins. The function is idempotent. */
export async function setUpLoginStarts(db: Db): Promise<void> {
  await startsOf(db).createIndex({ expires_at: 1 }, { expireAfterSeconds: 0 });
}

const startsOf = (db: Db): Collection<LoginStart> => db.collection("login_starts");

/** A started log-in as the database stores it. The document names no account. */
interface LoginStart {
  /** The id of the document: the SHA-256, in hex, of the token that the browser got when the log-in was started. */
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
