import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { type TestFn } from "ava";
import { launch, type Browser } from "puppeteer-core";
import { findChromium, NO_CHROMIUM } from "../../scripts/find-chromium.ts";
import { onTeardown, type TestScope } from "./stores.ts";

const chromium = findChromium(process.env);

/**
 * ava's `test` for tests in a browser: they are skipped, and counted as such, where the machine has no Chromium or Chrome.
 * `npm run check` installs one where it can.
 */
export const browserTest: TestFn | TestFn["skip"] = chromium === undefined ? test.skip : test;

/** A browser starts within a second. The time matters on a machine that is busy or frozen alone. */
const START_TIMEOUT_MS = 150_000;

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
  if (chromium === undefined) throw new Error(`${NO_CHROMIUM} Tests that need it begin with browserTest.`);
  const target = port === undefined ? "127.0.0.1" : `127.0.0.1:${port}`;
  const profile = mkdtempSync(join(tmpdir(), "pc-benchmarks-chromium-"));
  // Without a limit of its own for each call of the protocol: ava bounds a test that hangs.
  const browser = await launch({
    executablePath: chromium,
    userDataDir: profile,
    timeout: START_TIMEOUT_MS,
    protocolTimeout: 0,
    args: [
      // Its sandbox needs rights that root and containers lack. It opens nothing but the pages of these tests.
      "--no-sandbox",
      // The shared memory of a container is often too small for it.
      "--disable-dev-shm-usage",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--no-proxy-server",
      `--unsafely-treat-insecure-origin-as-secure=${trusted.join(",")}`,
      `--host-resolver-rules=${hosts.map((host) => `MAP ${host} ${target}`).join(",")}`,
    ],
  });
  // A page of puppeteer's gives up on most waits after 30 s. ava bounds a test that hangs.
  const newPage = browser.newPage.bind(browser);
  browser.newPage = async (...options) => {
    const page = await newPage(...options);
    page.setDefaultTimeout(0);
    return page;
  };
  onTeardown(scope, async () => {
    await browser.close();
    rmSync(profile, { recursive: true, force: true, maxRetries: 10 });
  });
  return browser;
}

interface ChromiumOptions {
  hosts?: readonly string[];
  trusted?: readonly string[];
  port?: string;
}
