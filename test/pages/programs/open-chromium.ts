import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { launch } from "puppeteer-core";
import { findChromium, NO_CHROMIUM } from "../../../scripts/find-chromium.ts";

/** Starts the Chromium of this machine without a window and with an empty profile. @throws Error where there is none */
export async function openChromium() {
  const executablePath = findChromium(process.env);
  if (executablePath === undefined) throw new Error(NO_CHROMIUM);
  const userDataDir = mkdtempSync(join(tmpdir(), "pc-benchmarks-chromium-"));
  const browser = await launch({
    executablePath,
    userDataDir,
    protocolTimeout: 0,
    args: [
      "--no-sandbox",
      "--disable-dev-shm-usage",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--no-proxy-server",
    ],
  });
  return {
    browser,
    /** Where it takes the DevTools protocol. */
    port: Number(new URL(browser.wsEndpoint()).port),
    close: async (): Promise<void> => {
      await browser.close();
      rmSync(userDataDir, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}
