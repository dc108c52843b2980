import axe from "axe-core";
import type { Page } from "puppeteer-core";

/**
 * Widths of telephones and screens in pixels. axe-core checks the page at the last width, which is the width of a
 * desktop.
 */
const WIDTHS = [320, 375, 768, 1440, 2560, 1280];

/** Width of a telephone in pixels, at which lines break most and touch targets are closest together. */
const NARROW = 375;

/**
 * Rules of axe-core whose outcome depends on the width: scrolling by keyboard, and the size of touch targets (WCAG
 * 2.5.8).
 */
const ON_TELEPHONE = ["scrollable-region-focusable", "target-size"];

/**
 * Returns the faults of an open page: violations that axe-core finds at the width of a desktop; contrast violations in
 * the dark theme, because only the contrast depends on the theme; horizontal scrolling of the page or of a table at any
 * width; and at the width of a telephone parts that only a pointer can scroll, and targets of less than 24 pixels.
 * Leaves the page in the dark theme.
 */
export async function faultsOf(page: Page): Promise<string[]> {
  const faults = await inTheme(page, "light");
  for (const width of WIDTHS) {
    await page.setViewport({ width, height: 800 });
    const excess = Number(await page.evaluate("document.documentElement.scrollWidth - innerWidth"));
    if (excess > 0) faults.push(`${excess} px too wide at ${width} px`);
    faults.push(...(await wideTables(page)).map((fault) => `${fault} at ${width} px`));
    if (width === NARROW) faults.push(...(await violationsOf(page, ON_TELEPHONE)).map(onTelephone));
  }
  faults.push(...(await violationsOf(page)), ...(await inTheme(page, "dark")));
  return [...faults, ...(await violationsOf(page, ["color-contrast"])).map(inDark)];
}

/** Returns a fault for each table that has to be scrolled sideways. */
export const wideTables = (page: Page) =>
  page.evaluate(`[...document.querySelectorAll(".scroll")]
    .filter((box) => box.checkVisibility() && box.scrollWidth > box.clientWidth)
    .map((box) => \`the table "\${box.ariaLabel}" is \${box.scrollWidth} px wide in \${box.clientWidth} px\`)`) as Promise<
    string[]
  >;

const onTelephone = (fault: string) => `on a telephone ${fault}`;
const inDark = (fault: string) => `in the dark theme ${fault}`;

/** Switches the page to a theme, and returns a fault if the background of the page does not belong to the theme. */
async function inTheme(page: Page, theme: "light" | "dark"): Promise<string[]> {
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: theme }]);
  const colour = await page.evaluate("getComputedStyle(document.documentElement).backgroundColor");
  const [red = 0, green = 0, blue = 0] = (String(colour).match(/\d+/g) ?? []).map(Number);
  const isDark = red + green + blue < 384;
  return isDark === (theme === "dark") ? [] : [`in the ${theme} theme the background is ${String(colour)}`];
}

interface Violation {
  id: string;
  help: string;
  nodes: { html: string; failureSummary?: string }[];
}

/**
 * Returns the violations that axe-core finds on a page, a sentence for each violated rule.
 * @param rules ids of the rules to check; all rules by default
 */
export async function violationsOf(page: Page, rules: readonly string[] = []): Promise<string[]> {
  if (!(await page.evaluate("Boolean(window.axe)"))) await page.evaluate(axe.source);
  const options = {
    // To save time, axe-core leaves out the descriptions of passed rules.
    resultTypes: ["violations"],
    // The rule target-size of WCAG 2.2 is off by default in axe-core.
    rules: { "target-size": { enabled: true } },
    ...(rules.length > 0 && { runOnly: { type: "rule", values: rules } }),
  };
  // Leave out Swagger UI on the page of the API, because its elements are not those of this project.
  const checked = { exclude: ["#swagger-ui"] };
  const { violations } = (await page.evaluate(
    `axe.run(${JSON.stringify(checked)}, ${JSON.stringify(options)})`,
  )) as {
    violations: Violation[];
  };
  return violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary ?? ""}`).join("; ")}`,
  );
}
