import type { Context } from "koa";
import type { Config } from "../config.ts";

/** Reads, sets and clears the cookie that binds an unfinished log-in to one browser. */
export type LoginCookie = ReturnType<typeof createLoginCookie>;

/**
 * Creates the cookie of an unfinished log-in. If PUBLIC_URL is an https URL, the name of the cookie begins with
 * `__Host-`, so that no other host of the domain can set a cookie of its own log-in in the browser; the prefix demands
 * Path=/. With SameSite=Lax, browsers also send the cookie when the provider sends them back, which is a navigation
 * that begins on another site.
 */
export function createLoginCookie(config: Pick<Config, "PUBLIC_URL" | "LOGIN_START_TTL_MS">) {
  const isSecure = config.PUBLIC_URL.startsWith("https:");
  const name = isSecure ? "__Host-login_start" : "login_start";
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`;
  const maxAgeSeconds = Math.ceil(config.LOGIN_START_TTL_MS / 1000);
  return {
    read: (context: Context): string | undefined => context.cookies.get(name),
    /** Returns the value of the Set-Cookie header that sets the cookie to the token of a log-in. */
    set: (token: string): string => `${name}=${token}; Max-Age=${maxAgeSeconds}; ${attributes}`,
    /** Returns the value of a Set-Cookie header that ends the cookie. */
    clear: (): string => `${name}=; Max-Age=0; ${attributes}`,
  };
}
