import { passwordsInUrls, REDACTED, redactUrls } from "../infra/scrub.ts";

/**
 * The part of a setting's value that is secret. `key`: the whole value. `url`: the password in the URL, and passwords
 * and tokens among its parameters. `json`: the values of fields with secret names, such as `client_secret`. `foreign
 * key`: the whole value, which another service has made; the setting is optional.
 */
type SecretForm = "key" | "url" | "json" | "foreign key";

/**
 * Every setting that holds a secret. Messages never show the secret, logs never contain the secret, and in production
 * the service does not start with a key that is too short.
 */
export const secretSettings: Readonly<Record<string, SecretForm>> = {
  MONGODB_URL: "url",
  REDIS_URL: "url",
  MEILI_URL: "url",
  TRACES_URL: "url",
  MEILI_KEY: "key",
  FILES_URL: "url",
  FILES_ACCESS_KEY_ID: "foreign key",
  FILES_SECRET_ACCESS_KEY: "foreign key",
  SERVER_SECRET: "key",
  LOGIN_PROVIDERS: "json",
  STRIPE_SECRET_KEY: "foreign key",
  STRIPE_WEBHOOK_SECRET: "foreign key",
};

/** A secret, and the name of the setting that contains it. */
export interface Secret {
  setting: string;
  /**
   * Whether production requires a minimum length of the secret: true if the `SecretForm` of the setting is `key` or
   * `json`.
   */
  isKey: boolean;
  /** The JSON pointer of the secret in a setting that is JSON; otherwise empty. */
  pointer: string;
  value: string;
}

/**
 * Returns the secrets in settings.
 * @param values settings by their variables, either parsed or as texts, which need not be valid
 */
export function secretsIn(values: Readonly<Record<string, unknown>>): Secret[] {
  return Object.entries(secretSettings).flatMap(([setting, form]) => {
    const isKey = form === "key" || form === "json";
    const found =
      form === "json" ? secretsInJson(values[setting]) : readers[form](values[setting]).map(atTheTop);
    return found.map(({ pointer, value }) => ({ setting, isKey, pointer, value }));
  });
}

/** Returns the values of the secrets in settings, for code that keeps the secrets out of a text. */
export function secretValues(values: Readonly<Record<string, unknown>>): string[] {
  return secretsIn(values).map(({ value }) => value);
}

/**
 * Returns the value of a setting as it may be shown: every secret in it, even a short one, is replaced by `[secret]`.
 * @param setting the variable of the setting
 * @param value the parsed value of the setting
 */
export function shownValue(setting: string, value: unknown): unknown {
  const form = secretSettings[setting];
  if (form === undefined || value === undefined) return value;
  if (form === "key" || form === "foreign key") return REDACTED;
  if (form === "json" || typeof value !== "string") return withoutSecretFields(value);
  return withoutSecretParameters(redactUrls(value));
}

/** Replaces the values of those parameters of a URL whose names mark them as secrets. */
function withoutSecretParameters(url: string): string {
  const [address = "", ...query] = url.split("?");
  if (query.length === 0) return url;
  const parameters = query.join("?").split("&");
  const shown = parameters.map((parameter) => {
    const [name = ""] = parameter.split("=");
    return name !== parameter && SECRET_NAME.test(name) ? `${name}=${REDACTED}` : parameter;
  });
  return `${address}?${shown.join("&")}`;
}

function withoutSecretFields(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(withoutSecretFields);
  const fields = Object.entries(value).map(([name, field]) => [
    name,
    SECRET_NAME.test(name) ? REDACTED : withoutSecretFields(field),
  ]);
  return Object.fromEntries(fields);
}

const readers: Readonly<Record<Exclude<SecretForm, "json">, (value: unknown) => string[]>> = {
  key: (value) => (typeof value === "string" && value !== "" ? [value] : []),
  "foreign key": (value) => readers.key(value),
  url: secretsInUrl,
};

const atTheTop = (value: string) => ({ pointer: "", value });

const SECRET_NAME = /(?:password|secret|token|key)$/i;

function secretsInUrl(value: unknown): string[] {
  if (typeof value !== "string") return [];
  const passwords = passwordsInUrls(value).flatMap((password) => [password, decoded(password)]);
  const [, query = ""] = value.split("?");
  const parameters = [...new URLSearchParams(query)];
  return [...passwords, ...parameters.flatMap(([name, text]) => (SECRET_NAME.test(name) ? [text] : []))];
}

function secretsInJson(given: unknown, pointer = ""): { pointer: string; value: string }[] {
  const value = typeof given === "string" && pointer === "" ? parsedOrNull(given) : given;
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, field]: [string, unknown]) =>
    typeof field === "string" && SECRET_NAME.test(name) && field !== ""
      ? [{ pointer: `${pointer}/${name}`, value: field }]
      : secretsInJson(field, `${pointer}/${name}`),
  );
}

function parsedOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
