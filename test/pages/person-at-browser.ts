import { setTimeout as sleep } from "node:timers/promises";
import type { ExecutionContext } from "ava";
import type { ElementHandle, Page } from "puppeteer-core";
import { openWindow } from "../helpers/chromium.ts";
import { violationsOf } from "./axe.ts";

/**
 * Opens a browser window for a person, with helpers to use the page. Collects all console messages and errors.
 * @param options.origin origin of the service
 */
export async function sitDown(
  t: ExecutionContext,
  { origin, hasScript }: { origin: string; hasScript: boolean },
) {
  const page = await (await openWindow(t)).newPage();
  await page.setJavaScriptEnabled(hasScript);
  const complaints: string[] = [];
  page.on("console", (message) => complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(String(error)));
  const path = () => new URL(page.url()).pathname;
  /** Clicks on an element that leads to another page, and waits for that page. */
  const follow = async (selector: string | ElementHandle) => {
    const clicked = typeof selector === "string" ? await page.$(selector) : selector;
    if (!clicked)
      throw new Error(`expected ${String(selector)} at ${page.url()}, found ${await textOf(page)}`);
    await Promise.all([page.waitForNavigation(), clickWhenStill(clicked)]);
  };
  const open = async (address: string) => page.goto(new URL(address, origin).href);
  const lookForMarkup = async () =>
    t.is(await page.$("[data-hostile]"), null, `markup became an element at ${page.url()}`);
  return {
    page,
    path,
    open,
    follow,
    text: () => textOf(page),
    type: async (selector: string, text: string) => {
      await page.$eval(selector, (field) => ((field as unknown as { value: string }).value = ""));
      await page.type(selector, text);
    },
    /** Asserts that no markup of a name became an element of the page. */
    lookForMarkup,
    /**
     * Asserts that no markup of a name became an element of the page, and that axe-core finds no violation. Tests call
     * this function for pages, or states of pages, that every-page.test.ts does not cover.
     */
    look: async () => {
      await lookForMarkup();
      if (hasScript) t.deepEqual(await violationsOf(page), [], page.url());
    },
    complaints,
  };
}

/** A person at a browser, as `sitDown` returns it. */
export type Person = Awaited<ReturnType<typeof sitDown>>;

/** The pause between two checks of an element's position, in ms. */
const LOOK_MS = 30;

/**
 * Clicks on an element when it keeps its position, because the browser may still scroll to the fragment of the page's
 * address. The locators of puppeteer wait in the same way, but hang on pages whose scripts are switched off.
 */
async function clickWhenStill(element: ElementHandle): Promise<void> {
  await element.scrollIntoView();
  const placeOf = async () => JSON.stringify(await element.boundingBox());
  let [before, now] = ["", await placeOf()];
  while (now !== before) {
    await sleep(LOOK_MS);
    [before, now] = [now, await placeOf()];
  }
  await element.click();
}

/** Returns the visible text of a page. */
export async function textOf(page: Page): Promise<string> {
  return page.$eval("body", (body) => (body as unknown as { innerText: string }).innerText);
}

/** Returns the button with the given label. */
export async function buttonWith(page: Page, label: string): Promise<ElementHandle> {
  for (const button of await page.$$("button"))
    if ((await button.evaluate(({ textContent }) => textContent)) === label) return button;
  throw new Error(`expected the button ${label} at ${page.url()}, found none`);
}
