import type { Theme } from "../../http/theme-cookie.ts";

const choices: readonly { value: Theme | "system"; text: string }[] = [
  { value: "system", text: "System" },
  { value: "light", text: "Light" },
  { value: "dark", text: "Dark" },
];

/**
 * The form by which a visitor chooses the theme of the pages. A cookie stores the choice.
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
