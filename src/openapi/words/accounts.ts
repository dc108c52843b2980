import type { Glossary } from "../glossary.ts";

/** The names of the fields of accounts, sessions, tokens and sign-in providers. */
export const accountWords: Glossary = {
  access_token: { text: "A personal access token, without its secret text." },
  account: { text: "The signed-in account." },
  account_id: { example: "0f2b8a52" },
  all: {
    text: "In the query of a log-out: true ends all sessions of the account. In a standing: the rank among all comparable builds; null = fewer than five.",
    example: "false",
  },
  authorization_endpoint: {
    text: "The address at which the provider asks people to sign in.",
    example: "https://accounts.example/authorize",
  },
  billing_portal_url: {
    text: "The page on which the account's owner changes or ends the paid subscription; absent where the operator has set none, and for an account that has never paid.",
    example: "https://billing.stripe.com/p/login/28o14u",
  },
  billing_url: {
    text: "The page on which the account's owner pays for a tier; absent where the operator has set none.",
    example: "https://buy.stripe.com/28o14u?client_reference_id=0f2b8a52_9f86d081884c7d659a2feaa0c55ad015",
  },
  budgets: {
    text: "The budgets, which limit the cost of the account's files, and how much of each budget is used.",
  },
  client_id: { text: "The id by which the provider knows this service.", example: "pc-benchmarks" },
  code_challenge_method: { text: "How PKCE (RFC 7636) hashes the verifier." },
  code_verifier: {
    text: "The verifier of PKCE (RFC 7636).",
    example: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk",
  },
  device: {
    text: "The browser and the system, or the program, that began the session; null if the service could not tell.",
    example: "Firefox on Windows",
  },
  error: { example: null },
  expires_at: { text: "When the session or the token ends, in UTC." },
  expires_in_days: { text: "After how many days the token ends.", example: 90 },
  failed_runs: { text: "Runs of the account that have failed today (UTC)." },
  id_token: {
    text: "The ID token of the provider; the service accepts each ID token once.",
    example: "eyJhbGciOiJSUzI1NiJ9.e30.c2lnbmF0dXJl",
  },
  is_current: { text: "Whether the request was sent with this session." },
  iss: { text: "The issuer that the provider names (RFC 9207).", example: "https://accounts.example" },
  kept_bytes: { text: "Bytes of the account's stored files." },
  last_used_at: { text: "When the token was used last, in UTC; null = never." },
  login_url: { example: "https://bench.example/login/github" },
  nonce: {
    text: "A random text that the app sends to the provider, and that comes back in the ID token.",
    example: "n-0S6_WzA2Mj-7Jd2u9vJb4cQhKxLrT3yPwE8sZfXaM",
  },
  provider: { text: "The name of a sign-in provider.", example: "github" },
  redirect_uri: {
    text: "The address to which the provider has sent the code.",
    example: "com.example.app:/signed-in",
  },
  redirect_uris: {
    text: "The addresses of apps to which the provider may send people back.",
    example: "com.example.app:/signed-in",
  },
  redirect_url: { example: "https://bench.example/login/github" },
  return_to: {
    text: "The path on this service to which the browser returns after the log-in.",
    example: "/me",
  },
  scope: { text: "The OAuth scopes that the app requests from the provider.", example: "openid" },
  scopes: {
    text: "The rights of the token: read allows to read the data of its account, submit to submit, change and delete.",
  },
  session_id: { example: "5b1e7c9d" },
  start_url: { example: "https://bench.example/login/github/start" },
  state: {
    text: "A random text that goes to the provider and comes back; it belongs to the browser or app that began the log-in.",
    example: "s-9T5_XyB3Nk-8Ke3v0wKc5dRiLyMsU4zQxF9tAgYbN",
  },
  tier: { text: "The name of the account's tier, which limits the runs of a month.", example: "free" },
  token: {
    text: "The personal access token, which only this answer shows.",
    example: "pcb_Zm9vYmFyYmF6cXV4",
  },
  token_id: { example: "c0ffee12" },
  uploads: { text: "Submissions of the account whose files the service is receiving." },
  usage: { text: "How many runs the account has used in the month, and how many its tier allows." },
  waiting_runs: { text: "Files of the account that no worker has read yet." },
};
