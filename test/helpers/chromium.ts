import test, { type ExecutionContext } from "ava";
import type { BrowserContext } from "puppeteer-core";
import { findChromium } from "../../scripts/find-chromium.ts";
import { launchChromium, type LaunchedChromium } from "./launch-chromium.ts";
import { createSlots } from "./slots.ts";
import { onTeardown, type TestScope } from "./stores.ts";

/** Whether the machine has a Chromium or Chrome. `npm run check` installs one where it can. */
export const hasChromium: boolean = findChromium(process.env) !== undefined;

/** How many tests of a process use its browser at a time: each page has a process of its own, and keeps a processor busy. */
const turns = createSlots(2);

/**
 * The end of the host names, such as `bench.secure.test`, whose origins count as secure though they are `http:`, as those of a
 * service behind HTTPS do: the browser ignores some headers of others, and says so in the console.
 */
export const SECURE_HOSTS = "secure.test";

/**
 * Declares a test in a browser. It is skipped, and counted as such, where the machine has none. A few of a process run at a time: a
 * test has its turn before it starts anything, and until everything of it has ended.
 */
export function browserTest(title: string, run: (t: ExecutionContext) => Promise<void>): void {
  if (!hasChromium) return test.skip(title, run);
  // A hook that takes what ava gives it runs at the end of the process. Without, it would run at the end of the file.
  if (!isEndDeclared) test.after.always(async (_t) => (await shared)?.close());
  isEndDeclared = true;
  test(title, async (t) => {
    await turns.take();
    t.teardown(turns.free);
    await run(t);
  });
}

/**
 * Opens a private window in the Chromium of this process, with its own cookies and its own cache, and closes it when the scope ends.
 * All tests of a process share the browser, which starts with the first window and ends after the last test. In it all names
 * under `test` and `example` lead to 127.0.0.1, for pages of several origins or sites.
 */
export async function openWindow(scope: TestScope): Promise<BrowserContext> {
  shared ??= launchShared();
  const { browser } = await shared;
  const window = await browser.createBrowserContext();
  const newPage = window.newPage.bind(window);
  window.newPage = async (...options) => {
    const page = await newPage(...options);
    // A page of puppeteer's gives up on most waits after 30 s. ava bounds a test that hangs.
    page.setDefaultTimeout(0);
    // Of several windows one has the focus. Each page is to behave as if it were that of its own.
    await page.emulateFocusedPage(true);
    return page;
  };
  onTeardown(scope, async () => {
    try {
      if (!window.closed) await window.close();
    } catch (error) {
      // The browser may end at the same time, and its windows with it.
      if (browser.connected) throw error;
    }
  });
  return window;
}

/** The browser of this process, from its first use. */
let shared: Promise<LaunchedChromium> | undefined;
/** Whether a hook of this process ends the browser after all tests. */
let isEndDeclared = false;

const launchShared = () =>
  launchChromium({
    args: [
      `--unsafely-treat-insecure-origin-as-secure=*.${SECURE_HOSTS}`,
      "--host-resolver-rules=MAP *.test 127.0.0.1,MAP *.example 127.0.0.1",
    ],
  });
