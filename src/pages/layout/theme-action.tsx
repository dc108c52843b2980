import { z } from "zod";
import { isLocalPath } from "../../accounts/index.ts";
import { themeCookie, themes } from "../../http/theme-cookie.ts";
import { definePageAction } from "./define-page-action.tsx";
import { ThemeForm } from "./theme-form.tsx";

/** The route that stores the theme of the pages which a visitor has chosen in `ThemeForm`. */
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
