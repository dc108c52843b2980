import { createHmac, timingSafeEqual } from "node:crypto";
import type { Collection, Db } from "mongodb";
import type { Config } from "../../config.ts";
import type { Clock } from "../../infra/clock.ts";
import { hashOfToken, newSecretToken } from "../secret-token.ts";

/** The starts of log-ins that are under way. */
export type LoginStarts = ReturnType<typeof createLoginStarts>;

/**
 * Creates the service of starts. The token of a start is 256 random bits in a cookie of the browser that began the log-in.
 * Its state, nonce and code verifier are made from the token, and the database has only the token's hash: whoever reads the
 * database can finish nobody's log-in.
 */
export function createLoginStarts({ db, clock, config }: LoginStartsDeps) {
  const starts = startsOf(db);
  return {
    /** Begins a log-in. @param start.returnTo where the browser goes afterwards; null where a client brings the proof itself */
    begin: async (start: { provider: string; returnTo: string | null }): Promise<StartSecrets> => {
      const secrets = secretsOf(newSecretToken());
      const expires_at = new Date(clock().getTime() + config.LOGIN_START_TTL_MS);
      const { provider, returnTo: return_to } = start;
      await starts.insertOne({ _id: hashOfToken(secrets.token), provider, return_to, expires_at });
      return secrets;
    },

    /**
     * Takes the start of this token, which nobody can take again. Returns null where it is unknown, taken, too old, or of
     * another provider or way.
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

    /** Gives a taken start back, for a log-in that nobody has judged: the provider gave no answer. */
    giveBack: async ({ stored }: TakenStart): Promise<void> => {
      await starts.insertOne(stored);
    },
  };
}

/** Whether a state is the one of the start with this token. Takes the same time however much of it is right. */
export function isStateOf(token: string, state: string): boolean {
  const expected = Buffer.from(secretsOf(token).state);
  const found = Buffer.from(state);
  return expected.length === found.length && timingSafeEqual(expected, found);
}

/** What only the browser of a start, the provider and this service know, each as far as the protocol tells it. */
export interface StartSecrets {
  /** Stands in the browser's cookie. */
  token: string;
  state: string;
  nonce: string;
  codeVerifier: string;
}

/** A start that was taken. */
export interface TakenStart {
  stored: LoginStart;
  secrets: StartSecrets;
  /** Where the browser goes afterwards. */
  returnTo: string;
}

interface StartToTake {
  token: string;
  provider: string;
  /** Whether the service itself has sent the browser to the provider. */
  isRedirect: boolean;
}

function secretsOf(token: string): StartSecrets {
  const derive = (purpose: string) => createHmac("sha256", token).update(purpose).digest("base64url");
  return { token, state: derive("state"), nonce: derive("nonce"), codeVerifier: derive("code_verifier") };
}

/** Creates the collection's index. May run any number of times. */
export async function setUpLoginStarts(db: Db): Promise<void> {
  await startsOf(db).createIndex({ expires_at: 1 }, { expireAfterSeconds: 0 });
}

const startsOf = (db: Db): Collection<LoginStart> => db.collection("login_starts");

/** A start as it is stored. It names no account. */
interface LoginStart {
  /** SHA-256 of the token, in hex. */
  _id: string;
  provider: string;
  /** A path of the service; null where a client brings the proof itself. */
  return_to: string | null;
  expires_at: Date;
}

interface LoginStartsDeps {
  db: Db;
  clock: Clock;
  config: Pick<Config, "LOGIN_START_TTL_MS">;
}
