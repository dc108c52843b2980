import { generateKeyPairSync, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Provider, type ClientMetadata, type Configuration, type JWKS } from "oidc-provider";
import { answerSignInPage, SIGN_IN_PATH } from "./sign-in-page.ts";

/**
 * Starts an OpenID Connect provider on 127.0.0.1, which lets anybody sign in with any name and no password. The
 * provider is for trying out and testing the log-in. All its state is in memory and is lost when the provider ends.
 * @throws the system's error when the port is in use
 */
export async function startLocalProvider({ port = 0, clients, jwks = newKeys() }: LocalProviderOptions) {
  let handle: (request: IncomingMessage, response: ServerResponse) => void = () => undefined;
  const server = createServer((request, response) => handle(request, response));
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, configurationOf(clients, jwks));
  const handleProtocol = provider.callback();
  handle = (request, response) => {
    if (request.url?.startsWith(SIGN_IN_PATH)) void answerSignInPage(provider, request, response);
    else void handleProtocol(request, response);
  };
  return {
    /** The issuer: the URL of the sign-in provider in the provider's ID tokens. */
    issuer,
    /** The OpenID Connect provider itself, for listening to its events. */
    provider,
    close: async (): Promise<void> => {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

/** The clients, the keys and the port of the local sign-in provider. */
export interface LocalProviderOptions {
  /** The port on which the local sign-in provider listens; 0 picks a free port. */
  port?: number;
  clients: ClientMetadata[];
  /** The private keys with which the local sign-in provider signs ID tokens; by default one new key. */
  jwks?: JWKS;
}

function newKeys(): JWKS {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const key = privateKey.export({ format: "jwk" });
  return { keys: [{ ...key, alg: "RS256", use: "sig", kid: randomBytes(8).toString("hex") }] };
}

function configurationOf(clients: ClientMetadata[], jwks: JWKS): Configuration {
  return {
    clients,
    jwks,
    cookies: { keys: [randomBytes(32).toString("base64url")] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `${SIGN_IN_PATH}${uid}` },
    findAccount: (_context, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
    // Signing in at the local sign-in provider counts as consent: no second page asks the person for consent.
    loadExistingGrant: async ({ oidc }) => {
      if (!oidc.client || !oidc.account) return undefined;
      const { clientId } = oidc.client;
      const grant = new oidc.provider.Grant({ clientId, accountId: oidc.account.accountId });
      grant.addOIDCScope("openid");
      await grant.save();
      return grant;
    },
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      Grant: 600,
      IdToken: 600,
      Interaction: 600,
      Session: 3600,
    },
  };
}
