import type { Context } from "koa";
import type { Config } from "../config.ts";

/**
 * The name of the session cookie. The API's contract fixes this name, so the name cannot have the prefix `__Host-`, by
 * which browsers refuse a cookie that another host of the domain has set. Nevertheless the cookie has the attributes
 * that the prefix demands: Path=/, no Domain, and Secure under https.
 */
const COOKIE_NAME = "session";
const DAY_S = 24 * 60 * 60;

/** Returns whether a request has a session cookie. The session of the cookie may have ended. */
export const hasSessionCookie = (context: Context): boolean => context.cookies.get(COOKIE_NAME) !== undefined;

/** Reads, sets and clears the cookie that carries the session's token. */
export type SessionCookie = ReturnType<typeof createSessionCookie>;

/** Creates the session cookie. With an https PUBLIC_URL the cookie is Secure: browsers never send it unencrypted. */
export function createSessionCookie(config: Pick<Config, "PUBLIC_URL" | "SESSION_DAYS">) {
  const isSecure = config.PUBLIC_URL.startsWith("https:");
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`;
  return {
    read: (context: Context): string | undefined => context.cookies.get(COOKIE_NAME),
    /** Returns the value of the Set-Cookie header that sets the cookie to the token of a session. */
    set: (token: string): string =>
      `${COOKIE_NAME}=${token}; Max-Age=${config.SESSION_DAYS * DAY_S}; ${attributes}`,
    /** Returns the value of a Set-Cookie header that ends the cookie. */
    clear: (): string => `${COOKIE_NAME}=; Max-Age=0; ${attributes}`,
  };
}
