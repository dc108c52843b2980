import test, { type ExecutionContext } from "ava";
import type { BrowserContext } from "puppeteer-core";
import { findChromium } from "../../scripts/find-chromium.ts";
import { launchChromium, type LaunchedChromium } from "./launch-chromium.ts";
import { createSlots } from "./slots.ts";
import { onTeardown, type TestScope } from "./stores.ts";

/**
 * Whether the machine has a Chromium or Chrome. `npm run check` installs Chromium if the machine has none and the
 * installation is possible.
 */
export const hasChromium: boolean = findChromium(process.env) !== undefined;

/**
 * The slots for tests that use the browser of this process. At most two tests use the browser at the same time, because
 * each page has a process of its own, which keeps a CPU busy.
 */
const turns = createSlots(2);

/**
 * The domain of host names, such as `bench.secure.test`, whose origins the browser treats as secure although they are
 * `http:`, like those of a service behind HTTPS. For other origins the browser ignores some headers, with a message in
 * the console.
 */
export const SECURE_HOSTS = "secure.test";

/**
 * Declares a test in a browser, which ava skips if the machine has no browser. At most two such tests of a process run
 * at a time: a test waits for a slot before it starts anything, and keeps the slot until its teardowns have ended.
 */
export function browserTest(title: string, run: (t: ExecutionContext) => Promise<void>): void {
  if (!hasChromium) return test.skip(title, run);
  // Give the hook a parameter, so that the hook runs at the end of the process. Without a parameter, the hook would run
  // at the end of the test file.
  if (!isEndDeclared) test.after.always(async (_t) => (await shared)?.close());
  isEndDeclared = true;
  test(title, async (t) => {
    await turns.take();
    t.teardown(turns.free);
    await run(t);
  });
}

/**
 * Opens a private window, with its own cookies and its own cache, in the Chromium of this process, and closes the
 * window after the test or the test file of `scope`. All tests of a process share the browser, which starts with the
 * first window and ends after the last test. The browser resolves all names under `test` and `example` to 127.0.0.1,
 * for pages of several origins or sites.
 */
export async function openWindow(scope: TestScope): Promise<BrowserContext> {
  shared ??= launchShared();
  const { browser } = await shared;
  const window = await browser.createBrowserContext();
  const newPage = window.newPage.bind(window);
  window.newPage = async (...options) => {
    const page = await newPage(...options);
    // With its default timeout, puppeteer would give up on most waits after 30 s. The timeout of ava ends a test that
    // hangs.
    page.setDefaultTimeout(0);
    // Let each page behave as if its own window had the focus, although only one of several windows has the focus.
    await page.emulateFocusedPage(true);
    return page;
  };
  onTeardown(scope, async () => {
    try {
      if (!window.closed) await window.close();
    } catch (error) {
      // Closing the window fails if the browser ends at the same time, which is no error.
      if (browser.connected) throw error;
    }
  });
  return window;
}

/** The browser of this process; undefined before the first use. */
let shared: Promise<LaunchedChromium> | undefined;
/** Whether a hook is already declared that ends the browser after all tests of this process. */
let isEndDeclared = false;

const launchShared = () =>
  launchChromium({
    args: [
      `--unsafely-treat-insecure-origin-as-secure=*.${SECURE_HOSTS}`,
      "--host-resolver-rules=MAP *.test 127.0.0.1,MAP *.example 127.0.0.1",
      // Smooth scrolling to a fragment would move a button between the moment when a test finds its position and the
      // click, which would then miss the button. So no browser test sees the motion that visitors see.
      "--force-prefers-reduced-motion",
    ],
  });
