import { createBrowser } from "../../helpers/browser.ts";
import { createClient } from "../../helpers/client.ts";
import type { startGithub } from "../../helpers/github-provider.ts";
import {
  APP_URL,
  PUBLIC_URL,
  authorize,
  claimsFor,
  idTokenOf,
  newCodeVerifier,
  signInAtProvider,
  type TestProvider,
} from "./providers.ts";

/** A service whose settings name the OpenID Connect provider `test`, and GitHub as `github`. */
interface SignInPlace {
  url: string;
  provider: TestProvider;
  github: Awaited<ReturnType<typeof startGithub>>;
}

/** The last response of the service during a person's sign-in. */
export interface LogInAnswer {
  status: number;
  headers: Headers;
  text: string;
}

/**
 * Signs a person in.
 * @param person the person's name at the provider
 * @param headers the headers of all requests to the service
 */
type Way = (place: SignInPlace, person: string, headers?: Record<string, string>) => Promise<LogInAnswer>;

/** Signs in as an app with an ID token of the OpenID Connect provider. */
export const byIdToken: Way = async (place, person, headers) => {
  const { client, nonce } = await begin(place, "test", headers);
  const id_token = idTokenOf(claimsFor(place.provider, nonce, person), place.provider.key);
  return client.post("/login/test", { id_token }, headers);
};

const byCode: Way = async (place, person, headers) => {
  const { client, nonce } = await begin(place, "test", headers);
  const { codeVerifier, codeChallenge } = newCodeVerifier();
  const code = await authorize(place.provider, { nonce, codeChallenge, name: person });
  return client.post("/login/test", proofOf(code, codeVerifier), headers);
};

/** Signs in as a browser does that the service redirects to the OpenID Connect provider. */
export const byRedirect: Way = async ({ url }, person, headers = {}) => {
  const browser = createBrowser({ [PUBLIC_URL]: url });
  const sent = await browser.send(`${PUBLIC_URL}/login/test`, { headers });
  const location = sent.headers.get("location") ?? "";
  const back = await signInAtProvider(browser, location, { name: person });
  return answerOf(await browser.send(back, { headers }));
};

const byGithubCode: Way = async (place, person, headers) => {
  const { client } = await begin(place, "github", headers);
  const { codeVerifier, codeChallenge } = newCodeVerifier();
  const code = `app ${person} ${codeChallenge}`;
  place.github.grant(code, { user: userOf(person), challenge: codeChallenge, redirectUri: APP_URL });
  return client.post("/login/github", proofOf(code, codeVerifier), headers);
};

const byGithubRedirect: Way = async ({ url, github }, person, headers = {}) => {
  const browser = createBrowser({ [PUBLIC_URL]: url });
  const sent = await browser.send(`${PUBLIC_URL}/login/github`, { headers });
  const request = new URL(sent.headers.get("location") ?? "").searchParams;
  const [state = "", redirectUri = ""] = [request.get("state"), request.get("redirect_uri")].map(String);
  const code = `browser ${person} ${state}`;
  github.grant(code, { user: userOf(person), challenge: request.get("code_challenge"), redirectUri });
  const query = new URLSearchParams({ code, state });
  return answerOf(await browser.send(`${redirectUri}?${String(query)}`, { headers }));
};

/** Every way to sign in with a provider. A person who uses two ways of one provider has one account. */
export const ways: Readonly<Record<string, Way>> = {
  "an ID token": byIdToken,
  "a code of an OpenID Connect provider": byCode,
  "a redirect from an OpenID Connect provider": byRedirect,
  "a code of GitHub": byGithubCode,
  "a redirect from GitHub": byGithubRedirect,
};

/** Begins a log-in at a sign-in provider as an app does. */
async function begin({ url }: SignInPlace, provider: string, headers?: Record<string, string>) {
  const answer = await createClient(url).post(`/login/${provider}/start`, undefined, headers);
  const client = createClient(url, answer.headers.get("set-cookie")?.split(";")[0]);
  return { client, nonce: answer.body.nonce as string };
}

const proofOf = (code: string, code_verifier: string) => ({ code, code_verifier, redirect_uri: APP_URL });

const answerOf = async (response: Response): Promise<LogInAnswer> => ({
  status: response.status,
  headers: response.headers,
  text: await response.text(),
});

const users: string[] = [];

/** Returns the GitHub account of a person. Each call for the same person returns the same account. */
function userOf(person: string) {
  if (!users.includes(person)) users.push(person);
  return { id: users.indexOf(person) + 1, login: person };
}
