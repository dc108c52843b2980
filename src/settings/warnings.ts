import { isLoopbackName } from "../infra/loopback.ts";
import type { TrustedProxies } from "./trusted-proxies.ts";
import { hostInUrl } from "./values.ts";

/** The parsed settings about which `warningsOf` may warn the person who starts the service. */
interface WarnedSettings {
  HOST: string;
  PUBLIC_URL: string;
  TRUST_PROXY: TrustedProxies;
  DEV_LOGIN: boolean;
  LOGIN_PROVIDERS: Readonly<Record<string, unknown>>;
}

/**
 * Returns warnings for the person who starts the service: a line for each setting that is allowed, but seldom intended.
 */
export function warningsOf({
  PUBLIC_URL,
  TRUST_PROXY,
  DEV_LOGIN,
  LOGIN_PROVIDERS,
}: WarnedSettings): string[] {
  const warnings: string[] = [];
  if (PUBLIC_URL.startsWith("https:") && TRUST_PROXY === 0)
    warnings.push(
      "PUBLIC_URL is https, which a proxy in front of this service has to serve, and TRUST_PROXY is 0: all clients count as the " +
        "proxy's one address and share its limits. Set TRUST_PROXY to the address of the proxy.",
    );
  if (!DEV_LOGIN && Object.keys(LOGIN_PROVIDERS).length === 0)
    warnings.push(
      "Nobody can sign in, because LOGIN_PROVIDERS names no sign-in provider. docs/sign-in.md says how to set one.",
    );
  return warnings;
}

const WIDTH = 78;

/**
 * Returns a warning in a frame, to be printed to standard error, if the settings let everybody sign in who can reach
 * this machine; otherwise null.
 */
export function openDoorWarning({
  HOST,
  DEV_LOGIN,
}: Pick<WarnedSettings, "HOST" | "DEV_LOGIN">): string | null {
  if (!DEV_LOGIN || isLoopbackName(hostInUrl(HOST))) return null;
  return framed([
    "WARNING: everybody who reaches this machine can sign in to this service",
    "under any name, without a password.",
    "",
    `HOST is ${HOST}, so that other machines reach it, and the`,
    "development log-in is on. Do one of these, and start again:",
    "  DEV_LOGIN=false   sign in by LOGIN_PROVIDERS, see docs/sign-in.md",
    "  HOST=127.0.0.1    serve this machine alone",
  ]);
}

function framed(lines: readonly string[]): string {
  const edge = "#".repeat(WIDTH);
  const inside = lines.map((line) => `#  ${line.padEnd(WIDTH - 6)}  #`);
  return ["", edge, ...inside, edge, ""].join("\n");
}
