import test, { type TestFn } from "ava";
import type { Browser } from "puppeteer-core";
import { findChromium } from "../../scripts/find-chromium.ts";
import { launchChromium } from "./launch-chromium.ts";
import { onTeardown, type TestScope } from "./stores.ts";

/**
 * ava's `test` for tests in a browser: they are skipped, and counted as such, where the machine has no Chromium or Chrome.
 * `npm run check` installs one where it can.
 */
export const browserTest: TestFn | TestFn["skip"] =
  findChromium(process.env) === undefined ? test.skip : test;

/**
 * Starts a Chromium without a window and with an empty profile, and ends it when the scope ends.
 * @param options.hosts names that lead to 127.0.0.1, such as `*.bench.test`, for pages of several origins or sites
 * @param options.trusted origins that count as secure though they are `http:`, as those of a service behind HTTPS do: the browser ignores
 * some headers of others, and says so in the console
 * @param options.port the port to which these names lead, whatever an address says; without it the one of the address
 */
export async function startChromium(
  scope: TestScope,
  { hosts = [], trusted = [], port }: ChromiumOptions = {},
): Promise<Browser> {
  const target = port === undefined ? "127.0.0.1" : `127.0.0.1:${port}`;
  const { browser, close } = await launchChromium([
    `--unsafely-treat-insecure-origin-as-secure=${trusted.join(",")}`,
    `--host-resolver-rules=${hosts.map((host) => `MAP ${host} ${target}`).join(",")}`,
  ]);
  // A page of puppeteer's gives up on most waits after 30 s. ava bounds a test that hangs.
  const newPage = browser.newPage.bind(browser);
  browser.newPage = async (...options) => {
    const page = await newPage(...options);
    page.setDefaultTimeout(0);
    return page;
  };
  onTeardown(scope, close);
  return browser;
}

interface ChromiumOptions {
  hosts?: readonly string[];
  trusted?: readonly string[];
  port?: string;
}
