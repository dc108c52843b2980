import test from "ava";
import { openTestService } from "../../helpers/service.ts";
import { PUBLIC_URL } from "./providers.ts";

const LOG_INS = 4;
const service = await openTestService({
  hasWorkers: false,
  env: {
    PUBLIC_URL,
    RATE_LIMIT_LOG_INS: String(LOG_INS),
    LOGIN_PROVIDERS: JSON.stringify({ github: { kind: "github", client_id: "a", client_secret: "b" } }),
  },
  constants: { RATE_LIMIT_WINDOW_S: 3600, RATE_LIMIT_REDIS_TIMEOUT_MS: 60_000 },
});
test.after.always(service.close);

/** The headers of requests that a page can make a browser send without opening an address in a tab. */
const loads: Readonly<Record<string, Record<string, string>>> = {
  "an image": { "Sec-Fetch-Dest": "image", "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Site": "cross-site" },
  "a frame": { "Sec-Fetch-Dest": "iframe", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Site": "cross-site" },
  "a script's request": { "Sec-Fetch-Dest": "empty", "Sec-Fetch-Mode": "no-cors" },
  "an image in a page of the service": { "Sec-Fetch-Dest": "image", "Sec-Fetch-Site": "same-origin" },
  "a prerendered page": { "Sec-Fetch-Dest": "document", "Sec-Purpose": "prefetch;prerender" },
};
const visits = [
  { "Sec-Fetch-Dest": "document", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Site": "cross-site" },
  {},
];
const crossSite = { "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "empty" };

test("a page of another site cannot start log-ins for its visitors, and cannot use up their address's limit of log-ins", async (t) => {
  const { anonymous, stores } = service;
  const starts = stores.db.collection("login_starts");
  for (const [what, headers] of Object.entries(loads)) {
    const refused = await anonymous.get("/login/github", headers);
    t.is(refused.status, 403, what);
    t.is(refused.body.type, `${PUBLIC_URL}/problems/navigation-required`, what);
    t.is(refused.headers.get("set-cookie"), null, what);
    t.is(refused.headers.get("ratelimit"), null, what);
  }
  for (const path of ["/login/github/start", "/login/github", "/login/dev"]) {
    const refused = await anonymous.post(path, { name: "victim" }, crossSite);
    t.is(refused.status, 403, path);
    t.is(refused.headers.get("ratelimit"), null, path);
  }
  t.is(await starts.countDocuments(), 0, "nothing is stored");
  for (const headers of visits) {
    const sent = await anonymous.get("/login/github", headers);
    t.is(sent.status, 303, JSON.stringify(headers));
    t.truthy(sent.headers.get("set-cookie"));
  }
  t.is(await starts.countDocuments(), visits.length);
  t.is((await anonymous.post("/login/github/start")).status, 200);
  t.is((await anonymous.post("/login/github/start")).status, 200);
  t.is((await anonymous.post("/login/github/start")).status, 429, "these count");
});
