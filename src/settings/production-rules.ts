import { hostInUrl } from "./values.ts";
import { isLoopbackName } from "../infra/loopback.ts";
import { DEVELOPMENT_SECRET } from "./account-settings.ts";
import { loginSettings } from "./login-settings.ts";
import { secretSettings, secretsIn } from "./secret-settings.ts";

/** The minimum length of a key in production, in characters: an attacker can guess a short key by trying all keys. */
const MIN_KEY_LENGTH = 16;

/** A setting with which the service does not start in production, and the reason. */
interface ProductionFault {
  setting: string;
  fault: string;
}

/** The settings as text, by their variables; undefined for a setting that is not set. */
export type GivenSettings = Readonly<Record<string, string | undefined>>;

/**
 * Returns the faults because of which the service does not start in production with the given settings; an empty list
 * where NODE_ENV is not `production`. The function reads the variables and not the parsed settings, so that the faults
 * are reported together with faults of format.
 */
export function faultsInProduction(given: GivenSettings): ProductionFault[] {
  if (given["NODE_ENV"] !== "production") return [];
  return [...conveniences(given), ...publicUrlFaults(given), ...providerFaults(given), ...keyFaults(given)];
}

function conveniences(given: GivenSettings): ProductionFault[] {
  const { TEST_CONSTANTS = "{}", DEV_LOGIN = "false", LOCAL_PROVIDER = "false" } = given;
  const faults: ProductionFault[] = [];
  if (TEST_CONSTANTS !== "{}")
    faults.push({
      setting: "TEST_CONSTANTS",
      fault:
        "production refuses TEST_CONSTANTS, which replaces constants of the code, for tests alone. Remove TEST_CONSTANTS.",
    });
  if (DEV_LOGIN !== "false")
    faults.push({
      setting: "DEV_LOGIN",
      fault: "production refuses DEV_LOGIN=true, which lets anybody sign in. Set DEV_LOGIN to false.",
    });
  if (LOCAL_PROVIDER !== "false")
    faults.push({
      setting: "LOCAL_PROVIDER",
      fault:
        "production refuses LOCAL_PROVIDER=true, because the local provider lets anybody sign in. Set LOCAL_PROVIDER to false.",
    });
  return faults;
}

/** Returns the URL of the service that is used if PUBLIC_URL is not set. */
export function defaultPublicUrl({ HOST, PORT }: { HOST: string; PORT: number }): string {
  const url = `http://${hostInUrl(HOST)}:${PORT}`;
  // Leave the default port of the protocol out of the origin, as browsers do when they name an origin.
  return URL.parse(url)?.origin ?? url;
}

function publicUrlFaults({ PUBLIC_URL, HOST = "127.0.0.1" }: GivenSettings): ProductionFault[] {
  const url = URL.parse(PUBLIC_URL ?? defaultPublicUrl({ HOST, PORT: 0 }));
  if (url === null || url.protocol === "https:" || isLoopbackName(url.hostname)) return [];
  const found = PUBLIC_URL === undefined ? "nothing" : JSON.stringify(PUBLIC_URL);
  const why = "over http, anybody on the way reads cookies and tokens";
  return [
    {
      setting: "PUBLIC_URL",
      fault: `production needs an https URL unless it leads to this machine alone: ${why}. Found ${found}.`,
    },
  ];
}

/**
 * Returns a fault for each provider without https: codes, tokens and client secrets may only be sent to a provider by
 * https. Returns no faults for a setting with an invalid format, which is reported elsewhere.
 */
function providerFaults({ LOGIN_PROVIDERS }: GivenSettings): ProductionFault[] {
  const { data: providers = {} } = loginSettings.LOGIN_PROVIDERS.safeParse(LOGIN_PROVIDERS);
  return Object.entries(providers).flatMap(([name, provider]) =>
    Object.entries(provider).flatMap(([field, value]) => {
      const url = field === "issuer" || field.endsWith("_endpoint") ? URL.parse(String(value)) : null;
      if (url?.protocol !== "http:" || isLoopbackName(url.hostname)) return [];
      const fault = `at /${name}/${field}: production needs https, found http.`;
      return [{ setting: "LOGIN_PROVIDERS", fault }];
    }),
  );
}

function keyFaults(given: GivenSettings): ProductionFault[] {
  const keys = Object.keys(secretSettings).filter((name) => secretSettings[name] === "key");
  const missing = keys.filter((name) => !given[name] || given[name] === DEVELOPMENT_SECRET);
  const short = secretsIn(given).filter(({ isKey, value }) => isKey && value.length < MIN_KEY_LENGTH);
  return [
    ...missing.map((setting) => ({
      setting,
      fault:
        "production needs a secret of its own. Make one, for instance by openssl rand -hex 32, and keep it.",
    })),
    ...short.map(({ setting, pointer, value }) => ({
      setting,
      fault: `${pointer && `at ${pointer}: `}production needs a secret of ${MIN_KEY_LENGTH} characters or more, found one of ${value.length}.`,
    })),
  ];
}
