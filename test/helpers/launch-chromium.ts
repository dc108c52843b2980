import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { launch, type Browser } from "puppeteer-core";
import { findChromium, NO_CHROMIUM } from "../../scripts/find-chromium.ts";

/** A browser starts within a second. The time matters on a machine that is busy or frozen alone. */
const START_TIMEOUT_MS = 150_000;

/** A Chromium with an empty profile. */
export interface LaunchedChromium {
  browser: Browser;
  /** Ends the browser and removes its profile. */
  close: () => Promise<void>;
}

/**
 * Starts the Chromium of this machine without a window and with an empty profile.
 * @param args arguments beside those that every use needs
 * @throws Error where there is none
 */
export async function launchChromium(args: readonly string[] = []): Promise<LaunchedChromium> {
  const executablePath = findChromium(process.env);
  if (executablePath === undefined) throw new Error(NO_CHROMIUM);
  const userDataDir = mkdtempSync(join(tmpdir(), "pc-benchmarks-chromium-"));
  // Without a limit of its own for each call of the protocol: who uses the browser bounds what hangs.
  const browser = await launch({
    executablePath,
    userDataDir,
    timeout: START_TIMEOUT_MS,
    protocolTimeout: 0,
    args: [
      // Its sandbox needs rights that root and containers lack. It opens nothing but the pages of this project.
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
      ...args,
    ],
  });
  return {
    browser,
    close: async () => {
      await browser.close();
      rmSync(userDataDir, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}
