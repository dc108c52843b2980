import type { Context } from "koa";

const COOKIE_NAME = "session";

/** The cookie that carries the session's token: read, set and cleared in one place. */
export interface SessionCookie {
  read(context: Context): string | undefined;
  /** The value of a Set-Cookie header. */
  set(token: string): string;
  /** The value of a Set-Cookie header that ends the cookie. */
  clear(): string;
}

/** @param options.isSecure true where the public URL is https: the cookie then never travels in the clear */
export function createSessionCookie(options: { isSecure: boolean; maxAgeS: number }): SessionCookie {
  const attributes = `Path=/; HttpOnly; SameSite=Lax${options.isSecure ? "; Secure" : ""}`;
  return {
    read: (context) => context.cookies.get(COOKIE_NAME),
    set: (token) => `${COOKIE_NAME}=${token}; Max-Age=${options.maxAgeS}; ${attributes}`,
    clear: () => `${COOKIE_NAME}=; Max-Age=0; ${attributes}`,
  };
}
