import { z } from "zod";
import { isLocalPath } from "../../accounts/index.ts";
import { themeCookie, themes, type Theme } from "../../http/theme-cookie.ts";
import { definePageAction } from "./define-page-action.tsx";

const choices: readonly { value: Theme | "system"; text: string }[] = [
  { value: "system", text: "System" },
  { value: "light", text: "Light" },
  { value: "dark", text: "Dark" },
];

/**
 * The form by which a visitor chooses a theme, which a cookie stores.
 * @param props.address the address of the page to which the form leads back
 */
export function ThemeForm({ theme, address }: { theme: Theme | undefined; address: string }) {
  return (
    <form class="theme-form" method="post" action="/theme" aria-label="Colours">
      <input type="hidden" name="return_to" value={address} />
      <span aria-hidden="true">Colours:</span>
      {choices.map(({ value, text }) => (
        <button name="theme" value={value} aria-pressed={value === (theme ?? "system")}>
          {text}
        </button>
      ))}
    </form>
  );
}

/** The route to which `ThemeForm` posts. */
export const themeAction = ({ config }: { config: Parameters<typeof themeCookie>[1] }) =>
  definePageAction({
    path: "/theme",
    summary: "Choose the colours of the pages",
    action: "read what is public",
    fields: z.object({
      theme: z.enum(["system", ...themes]),
      return_to: z.string().refine(isLocalPath).catch("/"),
    }),
    handler: async ({ fields: { theme, return_to } }) => ({
      location: return_to,
      cookies: [themeCookie(theme === "system" ? undefined : theme, config)],
    }),
    again: async () => ({
      title: "Colours of the pages",
      isUnlisted: true,
      body: (
        <div class="narrow">
          <h1>Colours of the pages</h1>
          <p>Choose one of these.</p>
          <ThemeForm theme={undefined} address="/" />
        </div>
      ),
    }),
  });
