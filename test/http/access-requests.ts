import { productKinds } from "../../src/kinds/kinds.ts";
import { formOf, type Answer, type Client, type SubmissionForm } from "../helpers/client.ts";
import { deliver } from "../helpers/stripe-server.ts";

/**
 * The resources that a request may name. Each function creates one resource for the owner, and returns its id as paths
 * contain it.
 */
export interface Resources {
  build(): Promise<number>;
  /** Creates a build that has a CPU. */
  buildWithCpu(): Promise<number>;
  /** Creates a build that has no owner. */
  unownedBuild(): Promise<number>;
  /** Creates a run with a file that no worker has read yet, in a build of the owner. */
  run(): Promise<string>;
  /** Creates a run whose file has been read, in a build of the owner. */
  runWithFrames(): Promise<string>;
  /** Creates an authorization code of the provider github for the given PKCE challenge and redirect URI. */
  code(challenge: string | null, redirectUri: string): Promise<string>;
  /** Returns the slug of a product of a kind; for the kind "chip", the slug of the chip of a graphics card. */
  product(kind: string): Promise<string>;
  session(): Promise<string>;
  token(): Promise<string>;
}

/** A request to one route, which succeeds for every sender who is permitted to send it. */
interface AccessRequest {
  /** Words in the test title that distinguish this request from other requests to the same route. */
  about?: string;
  /** True if the requested resource has no owner. */
  isUnowned?: true;
  /** The status of the response to a sender who is permitted to send the request. */
  status: number;
  send: (client: Client, resources: Resources) => Promise<Answer>;
}

const get = (path: string, status = 200): AccessRequest => ({ status, send: (client) => client.get(path) });
const scores = (build_id: number): SubmissionForm => ({ build_id, benchmarks: { id: 15, runs: [900] } });
const add = async (client: Client, build_id: number) => client.addForm(formOf(scores(build_id)));
const inspect = async (client: Client) => client.inspect([{ name: "a.csv", content: "a,b" }]);
const newName = { name: "another name" };

/** The redirect URI of an app. The settings of the provider github allow this URI. */
export const APP_URL = "com.example.app:/signed-in";

/** Returns a Cookie header with the client's cookie and the cookie that a response sets. */
function withCookieOf({ headers }: Answer, client: Client): Record<string, string> {
  const [set = ""] = headers.get("set-cookie")?.split(";") ?? [];
  return { Cookie: [client.cookie, set].filter(Boolean).join("; ") };
}

async function comeBackFromProvider(client: Client, { code }: Resources): Promise<Answer> {
  const begun = await client.get("/login/github");
  const asked = new URL(begun.headers.get("location") ?? "").searchParams;
  const given = await code(asked.get("code_challenge"), asked.get("redirect_uri") ?? "");
  const path = `/login/github/callback?code=${given}&state=${asked.get("state")}`;
  return client.get(path, withCookieOf(begun, client));
}

async function bringCode(client: Client, { code }: Resources): Promise<Answer> {
  const begun = await client.post("/login/github/start");
  const proof = { code: await code(null, APP_URL), code_verifier: "v".repeat(43), redirect_uri: APP_URL };
  return client.post("/login/github", proof, withCookieOf(begun, client));
}

/** Sends an event about a customer who pays for no account of the service. */
const reportPayment = (client: Client) =>
  deliver(client, JSON.stringify({ type: "invoice.paid", data: { object: { customer: "cus_unknown" } } }));

/** The requests to every route, by the method and path of the route. */
export const accessRequests: Readonly<Record<string, readonly AccessRequest[]>> = {
  "POST /login/dev": [{ status: 200, send: (client) => client.post("/login/dev", { name: "new here" }) }],
  "GET /login": [get("/login")],
  "GET /login/:provider": [get("/login/github", 303)],
  "GET /login/:provider/callback": [{ status: 303, send: comeBackFromProvider }],
  "POST /login/:provider/start": [{ status: 200, send: (client) => client.post("/login/github/start") }],
  "POST /login/:provider": [{ status: 200, send: bringCode }],
  "POST /logout": [{ status: 204, send: (client) => client.post("/logout") }],
  "GET /me": [get("/me")],
  "PATCH /me": [{ status: 200, send: (client) => client.send("PATCH", "/me", newName) }],
  "GET /me/export": [get("/me/export")],
  "DELETE /me": [{ status: 204, send: (client) => client.send("DELETE", "/me") }],
  "GET /me/sessions": [get("/me/sessions")],
  "DELETE /me/sessions/:session_id": [
    {
      status: 204,
      send: async (client, { session }) => client.send("DELETE", `/me/sessions/${await session()}`),
    },
  ],
  "GET /me/tokens": [get("/me/tokens")],
  "POST /me/tokens": [
    { status: 201, send: (client) => client.post("/me/tokens", { name: "x", scopes: ["read"] }) },
  ],
  "DELETE /me/tokens/:token_id": [
    { status: 204, send: async (client, { token }) => client.send("DELETE", `/me/tokens/${await token()}`) },
  ],
  "POST /billing/stripe": [{ status: 204, send: reportPayment }],
  "POST /builds": [{ status: 201, send: (client) => client.post("/builds", { name: "x" }) }],
  "GET /builds": [get("/builds")],
  "GET /builds/:build_id": [
    { status: 200, send: async (client, { build }) => client.get(`/builds/${await build()}`) },
  ],
  "PATCH /builds/:build_id": [
    {
      status: 200,
      send: async (client, { build }) => client.send("PATCH", `/builds/${await build()}`, newName),
    },
    {
      about: "that nobody owns",
      isUnowned: true,
      status: 200,
      send: async (client, { unownedBuild }) =>
        client.send("PATCH", `/builds/${await unownedBuild()}`, newName),
    },
  ],
  "DELETE /builds/:build_id": [
    { status: 204, send: async (client, { build }) => client.send("DELETE", `/builds/${await build()}`) },
    {
      about: "that nobody owns",
      isUnowned: true,
      status: 204,
      send: async (client, { unownedBuild }) => client.send("DELETE", `/builds/${await unownedBuild()}`),
    },
  ],
  "GET /benchmarks/types": [get("/benchmarks/types")],
  "POST /benchmarks/add": [
    { status: 200, send: async (client, { build }) => add(client, await build()) },
    {
      about: "to a build that nobody owns",
      isUnowned: true,
      status: 200,
      send: async (client, { unownedBuild }) => add(client, await unownedBuild()),
    },
  ],
  "POST /benchmarks/inspect": [{ status: 200, send: inspect }],
  "GET /benchmarks/runs/:run_id": [
    { status: 200, send: async (client, { run }) => client.get(`/benchmarks/runs/${await run()}`) },
  ],
  "GET /builds/:build_id/runs": [
    { status: 200, send: async (client, { build }) => client.get(`/builds/${await build()}/runs`) },
  ],
  "GET /benchmarks/runs/:run_id/file": [
    { status: 200, send: async (client, { run }) => client.get(`/benchmarks/runs/${await run()}/file`) },
  ],
  "PATCH /benchmarks/runs/:run_id": [
    {
      status: 200,
      send: async (client, { run }) =>
        client.send("PATCH", `/benchmarks/runs/${await run()}`, { label: "second try" }),
    },
  ],
  "DELETE /benchmarks/runs/:run_id": [
    {
      status: 204,
      send: async (client, { run }) => client.send("DELETE", `/benchmarks/runs/${await run()}`),
    },
  ],
  "GET /compare": [
    {
      status: 200,
      send: async (client, { build }) => client.get(`/compare?builds=${await build()},${await build()}`),
    },
  ],
  "GET /compare/chart.svg": [
    {
      status: 200,
      send: async (client, { runWithFrames }) =>
        client.get(`/compare/chart.svg?runs=${await runWithFrames()},${await runWithFrames()}`),
    },
  ],
  ...Object.fromEntries(
    ["preview.svg", "preview.png"].flatMap((view): [string, AccessRequest[]][] => [
      [
        `GET /builds/:build_id/${view}`,
        [{ status: 200, send: async (client, { build }) => client.get(`/builds/${await build()}/${view}`) }],
      ],
      [
        `GET /compare/${view}`,
        [
          {
            status: 200,
            send: async (client, { build }) =>
              client.get(`/compare/${view}?builds=${await build()},${await build()}`),
          },
        ],
      ],
    ]),
  ),
  "GET /builds/:build_id/upgrades": [
    {
      status: 200,
      send: async (client, { buildWithCpu }) =>
        client.get(`/builds/${await buildWithCpu()}/upgrades?kind=cpu`),
    },
  ],
  "GET /benchmarks/:benchmark_id/ranking": [get("/benchmarks/15/ranking")],
  "GET /benchmarks/:benchmark_id/variants": [get("/benchmarks/16/variants")],
  "GET /benchmarks/:benchmark_id/results": [get("/benchmarks/15/results")],
  "GET /products": [get("/products?query=ryzen")],
  ...Object.fromEntries(
    ["frames", "chart.svg", "preview.svg", "preview.png"].map((view): [string, AccessRequest[]] => [
      `GET /benchmarks/runs/:run_id/${view}`,
      [
        {
          status: 200,
          send: async (client, { runWithFrames }) =>
            client.get(`/benchmarks/runs/${await runWithFrames()}/${view}`),
        },
      ],
    ]),
  ),
  ...Object.fromEntries(
    productKinds.flatMap(
      ({ name: kind }) =>
        [
          [`GET /products/${kind}`, [get(`/products/${kind}`)]],
          [
            `POST /products/${kind}`,
            [{ status: 200, send: (client) => client.post(`/products/${kind}`, { page: 1, limit: 1 }) }],
          ],
          [
            `GET /products/${kind}/:url_slug`,
            [
              {
                status: 200,
                send: async (client, { product }) => client.get(`/products/${kind}/${await product(kind)}`),
              },
            ],
          ],
        ] satisfies [string, AccessRequest[]][],
    ),
  ),
  "GET /products/chip/:url_slug": [
    {
      status: 200,
      send: async (client, { product }) => client.get(`/products/chip/${await product("chip")}`),
    },
  ],
  ...Object.fromEntries(
    ["cpu", "gpu", "chip"].flatMap(
      (kind) =>
        [
          [
            `GET /products/${kind}/:url_slug/results`,
            [
              {
                status: 200,
                send: async (client, { product }) =>
                  client.get(`/products/${kind}/${await product(kind)}/results`),
              },
            ],
          ],
          [
            `GET /products/${kind}/:url_slug/histogram.svg`,
            [
              {
                status: 200,
                send: async (client, { product }) =>
                  client.get(
                    `/products/${kind}/${await product(kind)}/histogram.svg?benchmark=16&variant=none`,
                  ),
              },
            ],
          ],
        ] satisfies [string, AccessRequest[]][],
    ),
  ),
  "GET /": [get("/")],
  "GET /openapi.json": [get("/openapi.json")],
  "GET /docs/:version/:asset": [get("/docs/any/start.js")],
  "GET /health/live": [get("/health/live")],
  "GET /health/ready": [get("/health/ready")],
};
