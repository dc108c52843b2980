import axe from "axe-core";
import type { Page } from "puppeteer-core";

/** Of telephones, of a desktop, and of the widest screens. */
const WIDTHS = [320, 375, 1280, 2560];

/** Returns what is wrong with an open page at every width: that it scrolls sideways, and at two of them what axe-core finds. */
export async function faultsAtEveryWidth(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewport({ width, height: 800 });
    const excess = Number(await page.evaluate("document.documentElement.scrollWidth - innerWidth"));
    if (excess > 0) faults.push(`${excess} px too wide at ${width} px`);
    if (width !== 320 && width !== 1280) continue;
    for (const violation of await violationsOf(page)) faults.push(`at ${width} px ${violation}`);
  }
  return faults;
}

interface Violation {
  id: string;
  help: string;
  nodes: { html: string; failureSummary?: string }[];
}

/** Returns what axe-core finds on a page of a browser, in all of its rules: a sentence for each rule. */
export async function violationsOf(page: {
  evaluate: (script: string) => Promise<unknown>;
}): Promise<string[]> {
  await page.evaluate(`window.axe || ${axe.source}`);
  const { violations } = (await page.evaluate("axe.run()")) as { violations: Violation[] };
  return violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary ?? ""}`).join("; ")}`,
  );
}
