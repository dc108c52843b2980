import { randomInt } from "node:crypto";
import type { Config } from "../../config.ts";
import { AccountSuspendedError } from "../../errors.ts";
import type { SessionCookie } from "../../http/session-cookie.ts";
import type { SecurityEvents } from "../../infra/security-events.ts";
import type { Accounts } from "../accounts.ts";
import { makeUpName } from "../made-up-name.ts";
import { presentAccount } from "../presenter.ts";
import type { Sessions } from "../sessions.ts";
import { deviceNameOf } from "./device-name.ts";
import {
  LogInRefusedError,
  NewAccountLimitReachedError,
  ProviderUnavailableError,
  SignUpClosedError,
} from "./errors.ts";
import { presentDevLogin, presentProvider } from "./presenter.ts";
import type { ProvenIdentity } from "./provider.ts";
import type { SignIn } from "./sign-in.ts";

/** Signs people in, through the API and through the pages: lists the sign-in providers and starts sessions. */
export type LogIns = ReturnType<typeof createLogIns>;

/** The browser or program in which a person signs in. */
interface Client {
  /** The client's address, for the log and for the limit of new accounts. */
  address: string;
  /** The name of the browser or program, by which the person recognises the session; null if it is unknown. */
  device: string | null;
  /** The token of the session that the client had before this log-in; undefined if the client had no session. */
  replaced: string | undefined;
}

/** Returns the browser or program that has sent a request to sign in. */
export const clientOf = (
  context: Parameters<SessionCookie["read"]>[0],
  cookie: Pick<SessionCookie, "read">,
): Client => ({
  address: context.ip,
  device: deviceNameOf(context.get("User-Agent")),
  replaced: cookie.read(context),
});

/** The person who signs in, and the tier that the development log-in gives to the account. */
type Person = Omit<Parameters<Accounts["signIn"]>[0], "address" | "device">;

/** Creates the service that signs people in. Each log-in, successful or refused, is logged as a security event. */
export function createLogIns(deps: LogInsDeps) {
  const { accounts, sessions, signIn, securityEvents, config } = deps;
  const { DEV_LOGIN, PUBLIC_URL } = config;

  /**
   * Starts a session for a person, and ends the session that the person's browser or program had before, so that nobody
   * can continue to use that session.
   */
  async function begin(person: Person, { replaced, address, device }: Client) {
    const { account, token } = await accounts.signIn({ ...person, address, device });
    if (replaced !== undefined) await sessions.end(replaced);
    securityEvents.record("log_in", { account_id: account._id, address, provider: person.provider });
    return { account: presentAccount({ ...account, account_id: account._id }), token };
  }

  /** Logs the refusal of a log-in, with its reason. */
  async function logRefusal<Begun>(provider: string, { address }: Client, logIn: () => Promise<Begun>) {
    try {
      return await logIn();
    } catch (error) {
      const reason = reasonOf(error);
      if (reason !== undefined)
        securityEvents.record("log_in_failed", { account_id: null, address, provider, reason });
      throw error;
    }
  }

  return {
    /**
     * Returns the sign-in providers, and how a client uses each of them. If DEV_LOGIN is on, the last provider is
     * `dev`, with which people sign in by a name alone.
     */
    listProviders: () => {
      const providers = signIn.providers.map((provider) => presentProvider(provider, PUBLIC_URL));
      return [...providers, ...(DEV_LOGIN ? [presentDevLogin(PUBLIC_URL)] : [])];
    },

    /**
     * Starts a session for the person with the given name, without any proof. The method is meant for development
     * only.
     * @throws SignUpClosedError, AccountBeingDeletedError, AccountSuspendedError
     */
    byName: ({ name, tier }: { name: string; tier?: string | undefined }, client: Client) =>
      logRefusal("dev", client, () => begin({ provider: "dev", subject: name, name, tier }, client)),

    /**
     * Starts a session for the person whom a proof identifies.
     * @throws the errors of `prove`, SignUpClosedError, NewAccountLimitReachedError, AccountBeingDeletedError,
     *   AccountSuspendedError
     */
    byProof: (provider: string, prove: () => Promise<ProvenIdentity>, client: Client) =>
      logRefusal(provider, client, async () => {
        const { subject } = await prove();
        return begin({ provider, subject, name: makeUpName(randomInt) }, client);
      }),
  };
}

function reasonOf(error: unknown): string | undefined {
  if (error instanceof LogInRefusedError) return error.reason;
  const isLogged =
    error instanceof AccountSuspendedError ||
    error instanceof ProviderUnavailableError ||
    error instanceof SignUpClosedError ||
    error instanceof NewAccountLimitReachedError;
  return isLogged ? error.code : undefined;
}

interface LogInsDeps {
  accounts: Accounts;
  sessions: Pick<Sessions, "end">;
  signIn: Pick<SignIn, "providers">;
  securityEvents: SecurityEvents;
  config: Pick<Config, "DEV_LOGIN" | "PUBLIC_URL">;
}
