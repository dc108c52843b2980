import type { Glossary } from "../glossary.ts";

/** The names of accounts, sessions, tokens and sign-in providers. */
export const accountWords: Glossary = {
  access_token: { text: "The token without its secret." },
  account: { text: "The account." },
  account_id: { example: "0f2b8a52" },
  all: { text: "true ends all sessions of the account.", example: "false" },
  authorization_endpoint: {
    text: "Where the provider asks people to sign in.",
    example: "https://accounts.example/authorize",
  },
  budgets: { text: "What the files of the account may cost, and how much of that is used." },
  client_id: { text: "The id by which the provider knows this service.", example: "pc-benchmarks" },
  code_challenge_method: { text: "How PKCE (RFC 7636) hashes the verifier." },
  code_verifier: {
    text: "The verifier of PKCE (RFC 7636).",
    example: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk",
  },
  error: { example: null },
  expires_at: { text: "When it ends, in UTC." },
  expires_in_days: { text: "After how many days the token ends.", example: 90 },
  failed_runs: { text: "Runs that have failed in this day (UTC)." },
  id_token: {
    text: "The ID token of the provider, which is taken once.",
    example: "eyJhbGciOiJSUzI1NiJ9.e30.c2lnbmF0dXJl",
  },
  is_current: { text: "Whether the request was sent with this session." },
  iss: { text: "The issuer that the provider names (RFC 9207).", example: "https://accounts.example" },
  kept_bytes: { text: "Bytes of stored files." },
  last_used_at: { text: "When it was used last, in UTC; null = never." },
  login_url: { example: "https://bench.example/login/github" },
  nonce: {
    text: "Goes into the request to the provider, and comes back in the ID token.",
    example: "n-0S6_WzA2Mj-7Jd2u9vJb4cQhKxLrT3yPwE8sZfXaM",
  },
  provider: { text: "The name of a sign-in provider.", example: "github" },
  redirect_uri: { text: "Where the provider has sent the code.", example: "com.example.app:/signed-in" },
  redirect_uris: {
    text: "Where the provider may send people back to an app.",
    example: "com.example.app:/signed-in",
  },
  redirect_url: { example: "https://bench.example/login/github" },
  return_to: { text: "The path of this service to which a browser comes back.", example: "/me" },
  scope: { text: "What to ask the provider for.", example: "openid" },
  scopes: { text: "What the token allows: read what its account may read, submit and change and delete." },
  session_id: { example: "5b1e7c9d" },
  start_url: { example: "https://bench.example/login/github/start" },
  state: {
    text: "Goes to the provider and comes back; it belongs to the browser that began.",
    example: "s-9T5_XyB3Nk-8Ke3v0wKc5dRiLyMsU4zQxF9tAgYbN",
  },
  tier: { text: "How many runs a month the account has: the name of a tier.", example: "free" },
  token: { text: "The personal access token. Only this answer shows it.", example: "pcb_Zm9vYmFyYmF6cXV4" },
  token_id: { example: "c0ffee12" },
  uploads: { text: "Submissions with files that are being received." },
  usage: { text: "How many runs the account has used in the month." },
  waiting_runs: { text: "Files that are not read yet." },
};
