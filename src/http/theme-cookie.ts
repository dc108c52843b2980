import type { Context } from "koa";
import type { Config } from "../config.ts";

/** The themes that a visitor may choose in place of the theme of the operating system. */
export const themes = ["light", "dark"] as const;

/** A theme that a visitor has chosen. */
export type Theme = (typeof themes)[number];

const NAME = "theme";
const YEAR_S = 365 * 24 * 60 * 60;

/**
 * Returns the theme that a visitor has chosen; undefined if the visitor uses the theme of the operating system. Adds
 * Cookie to the answer's Vary header.
 */
export function readTheme(context: Context): Theme | undefined {
  context.vary("Cookie");
  const value = context.cookies.get(NAME);
  return themes.find((theme) => theme === value);
}

/**
 * Returns the value of the Set-Cookie header that stores a theme for a year, or that removes the stored theme. With an
 * https PUBLIC_URL the cookie is Secure.
 */
export function themeCookie(theme: Theme | undefined, { PUBLIC_URL }: Pick<Config, "PUBLIC_URL">): string {
  const secure = PUBLIC_URL.startsWith("https:") ? "; Secure" : "";
  const maxAgeS = theme === undefined ? 0 : YEAR_S;
  return `${NAME}=${theme ?? ""}; Max-Age=${maxAgeS}; Path=/; HttpOnly; SameSite=Lax${secure}`;
}
