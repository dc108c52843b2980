import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ExecutionContext } from "ava";
import { Agent, request, type Dispatcher } from "undici";
import { findExecutable, freePort, startGuarded } from "../../embedded/index.ts";
import { formOf, type SubmissionForm } from "../helpers/client.ts";
import { temporaryFolder } from "../helpers/processes.ts";
import { projectUrl } from "../helpers/project-files.ts";
import { untilItSucceeds } from "../helpers/until.ts";

/** The proxies for which examples/proxy/ has a file. */
export const proxyNames = ["nginx", "caddy"] as const;

/** The name of a proxy, which is also the name of its program. */
export type ProxyName = (typeof proxyNames)[number];

/** The host name in the files of examples/proxy/. */
const HOST = "bench.example";

/** The settings with which web processes run behind the proxies, as the files of examples/proxy/ say. */
export const settingsBehindProxy = {
  PUBLIC_URL: `https://${HOST}`,
  TRUST_PROXY: "127.0.0.1",
  SHUTDOWN_DELAY_MS: "5000",
};

/** A running proxy in front of two web processes. */
export interface Proxy {
  port: number;
  /** The folder with all files that the proxy writes. */
  folder: string;
}

/**
 * Starts a proxy with its file of examples/proxy/, in which only the ports and the certificate are replaced. The proxy
 * ends with the test.
 * @param webPorts the ports of the two web processes, which need not run yet
 */
export async function startProxy(
  t: ExecutionContext,
  name: ProxyName,
  webPorts: readonly [number, number],
): Promise<Proxy> {
  const executable = findExecutable([name], process.env["PATH"]);
  if (executable === undefined)
    throw new Error(`this test needs ${name} on the PATH: apt-get install nginx-light caddy`);
  const folder = temporaryFolder(t);
  const port = await freePort();
  const write = (file: string, text: string) => {
    writeFileSync(join(folder, file), text);
    return join(folder, file);
  };
  const webs: Replacements = [
    ["127.0.0.1:3000", `127.0.0.1:${webPorts[0]}`],
    ["127.0.0.1:3001", `127.0.0.1:${webPorts[1]}`],
  ];
  const files = { nginx: nginxFiles, caddy: caddyFiles };
  const args = await files[name]({ folder, port, webs, write });
  const running = startGuarded({
    name,
    command: executable,
    args,
    // Caddy stores the certificates that it makes in these folders.
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    logFile: join(folder, `${name}.log`),
  });
  t.teardown(async () => {
    running.kill();
    await running.ended;
  });
  const visitor = createVisitor(t, { port, folder });
  await untilItSucceeds(() => visitor.get("/health/live"));
  return { port, folder };
}

type Replacements = readonly (readonly [text: string, by: string])[];

interface Files {
  folder: string;
  port: number;
  webs: Replacements;
  /** Writes a file of the folder, and returns its path. */
  write: (file: string, text: string) => string;
}

/** Returns an example with texts replaced. @throws Error if the example does not have one of the texts */
function exampleWith(file: string, replacements: Replacements): string {
  return replacements.reduce(
    (text, [old, by]) => {
      if (!text.includes(old)) throw new Error(`examples/proxy/${file} has no ${old}`);
      return text.replaceAll(old, by);
    },
    readFileSync(projectUrl(`examples/proxy/${file}`), "utf8"),
  );
}

/** Writes the files of nginx, and returns its arguments. */
async function nginxFiles({ folder, port, webs, write }: Files): Promise<string[]> {
  const [key, certificate] = [join(folder, "key.pem"), join(folder, "certificate.pem")];
  const kind = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];
  const files = ["-keyout", key, "-out", certificate, "-subj", `/CN=${HOST}`];
  execFileSync("openssl", ["req", "-x509", ...kind, ...files], { stdio: "ignore" });
  const site = exampleWith("nginx.conf", [
    ...webs,
    ["listen 443 ", `listen 127.0.0.1:${port} `],
    ["listen 80;", `listen 127.0.0.1:${await freePort()};`],
    // Leave out IPv6, because the test machine may have none.
    ["listen [::]:443 ", "# "],
    ["listen [::]:80;", ""],
    [`/etc/letsencrypt/live/${HOST}/fullchain.pem`, certificate],
    [`/etc/letsencrypt/live/${HOST}/privkey.pem`, key],
  ]);
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (what) => `${what}_temp_path ${join(folder, what)};`,
  );
  const main = [
    // If root starts nginx, name root as its user: otherwise nginx would run as a user who cannot enter the folder.
    process.getuid?.() === 0 ? "user root;" : "",
    `daemon off; pid ${join(folder, "pid")}; error_log stderr warn;`,
    "events { worker_connections 4096; }",
    `http { access_log off; ${temporary.join(" ")} include ${write("site.conf", site)}; }`,
  ];
  return ["-c", write("main.conf", main.join("\n")), "-e", "stderr", "-p", folder];
}

/** Writes the files of Caddy, and returns its arguments. */
async function caddyFiles({ port, webs, write }: Files): Promise<string[]> {
  const options = [
    "admin off",
    "local_certs",
    "skip_install_trust",
    `https_port ${port}`,
    `http_port ${await freePort()}`,
  ];
  const file = `{\n${options.join("\n")}\n}\n${exampleWith("Caddyfile", webs)}`;
  return ["run", "--adapter", "caddyfile", "--config", write("Caddyfile", file)];
}

/** A client of the service behind a proxy. */
export type Visitor = ReturnType<typeof createVisitor>;

/** A request that a visitor sends. */
interface SentRequest {
  method?: Dispatcher.HttpMethod;
  headers?: Record<string, string>;
  body?: Dispatcher.DispatchOptions["body"];
}

/**
 * Creates a client of the service behind a proxy. The connections of the client are closed when the test ends.
 * @param localAddress the address from which the client connects, such as 127.0.0.2
 */
export function createVisitor(t: ExecutionContext, { port }: Proxy, localAddress = "127.0.0.1") {
  // Accept the certificate of the test, which no certificate authority has signed.
  const connect = { rejectUnauthorized: false, servername: HOST };
  const dispatcher = new Agent({ connect, localAddress, connections: 32 });
  t.teardown(() => dispatcher.destroy());
  const send = async (path: string, { method = "GET", headers = {}, body }: SentRequest = {}) => {
    const answer = await request(`https://127.0.0.1:${port}${path}`, {
      dispatcher,
      method,
      headers: { Host: HOST, ...headers },
      body: body ?? null,
    });
    const text = await answer.body.text();
    const isJson = String(answer.headers["content-type"]).includes("json");
    return {
      status: answer.statusCode,
      headers: answer.headers,
      text,
      body: isJson ? JSON.parse(text) : undefined,
    };
  };
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    send(path, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
  return {
    send,
    post,
    get: (path: string, headers: Record<string, string> = {}) => send(path, { headers }),

    /** Sends POST /benchmarks/add with a submission form. */
    add: async (form: SubmissionForm, cookie: string) => {
      const multipart = new Response(formOf(form));
      return send("/benchmarks/add", {
        method: "POST",
        headers: { "Content-Type": multipart.headers.get("content-type") ?? "", Cookie: cookie },
        body: Buffer.from(await multipart.arrayBuffer()),
      });
    },
  };
}
