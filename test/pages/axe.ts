import axe from "axe-core";
import type { Page } from "puppeteer-core";

/** Widths of telephones and screens. The last is that of a desktop, at which axe-core looks. */
const WIDTHS = [320, 375, 2560, 1280];

/** Of a telephone, on which most tables are wider than the screen. */
const NARROW = 320;

/**
 * Returns what is wrong with an open page: what axe-core finds on a desktop; in the dark theme the contrast, which alone depends on
 * it; at every width that the page scrolls sideways; and on a telephone a part that does and that keys cannot scroll. It leaves
 * the page in the dark theme.
 */
export async function faultsOf(page: Page): Promise<string[]> {
  const faults = await inTheme(page, "light");
  for (const width of WIDTHS) {
    await page.setViewport({ width, height: 800 });
    const excess = Number(await page.evaluate("document.documentElement.scrollWidth - innerWidth"));
    if (excess > 0) faults.push(`${excess} px too wide at ${width} px`);
    if (width === NARROW)
      faults.push(...(await violationsOf(page, ["scrollable-region-focusable"])).map(onTelephone));
  }
  faults.push(...(await violationsOf(page)), ...(await inTheme(page, "dark")));
  return [...faults, ...(await violationsOf(page, ["color-contrast"])).map(inDark)];
}

const onTelephone = (fault: string) => `on a telephone ${fault}`;
const inDark = (fault: string) => `in the dark theme ${fault}`;

/** Changes to a theme, and returns a fault where the ground of the page is not of it. */
async function inTheme(page: Page, theme: "light" | "dark"): Promise<string[]> {
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: theme }]);
  const colour = await page.evaluate("getComputedStyle(document.documentElement).backgroundColor");
  const [red = 0, green = 0, blue = 0] = (String(colour).match(/\d+/g) ?? []).map(Number);
  const isDark = red + green + blue < 384;
  return isDark === (theme === "dark") ? [] : [`in the ${theme} theme the ground is ${String(colour)}`];
}

interface Violation {
  id: string;
  help: string;
  nodes: { html: string; failureSummary?: string }[];
}

/**
 * Returns what axe-core finds on a page of a browser: a sentence for each rule.
 * @param rules those that are tried; all of them by default
 */
export async function violationsOf(page: Page, rules: readonly string[] = []): Promise<string[]> {
  if (!(await page.evaluate("Boolean(window.axe)"))) await page.evaluate(axe.source);
  const options = {
    // What fits is then not described.
    resultTypes: ["violations"],
    ...(rules.length > 0 && { runOnly: { type: "rule", values: rules } }),
  };
  const { violations } = (await page.evaluate(`axe.run(${JSON.stringify(options)})`)) as {
    violations: Violation[];
  };
  return violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary ?? ""}`).join("; ")}`,
  );
}
