import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { launch, type Browser } from "puppeteer-core";
import { findChromium, NO_CHROMIUM } from "../../scripts/find-chromium.ts";

/**
 * The time limit for the start of a browser, in ms. A start takes a second; the rest allows for a busy or frozen
 * machine.
 */
const START_TIMEOUT_MS = 150_000;

/** A running Chromium with an empty profile. */
export interface LaunchedChromium {
  browser: Browser;
  /** Closes the browser and removes its profile. */
  close: () => Promise<void>;
}

/**
 * Starts the Chromium of this machine without a window and with an empty profile. The browser ends with this process at
 * the latest, however the process ends. A test run removes a profile that is left over.
 * @param options.args further arguments of the browser
 * @param options.hasPort true if a library connects to a port of the browser; otherwise only this process can connect,
 * through a pipe
 * @throws Error if the machine has no Chromium
 */
export async function launchChromium({
  args = [],
  hasPort = false,
}: LaunchOptions = {}): Promise<LaunchedChromium> {
  const executablePath = findChromium(process.env);
  if (executablePath === undefined) throw new Error(NO_CHROMIUM);
  const userDataDir = mkdtempSync(
    join(process.env["TEST_OUTPUT_DIR"] ?? tmpdir(), "pc-benchmarks-chromium-"),
  );
  // Calls of the DevTools protocol get no time limit, because the callers set their own time limits.
  const browser = await launch({
    executablePath,
    // The program headless-shell, which has no windows at all, takes another argument than a browser that hides its
    // windows.
    headless: executablePath.endsWith("headless-shell") ? "shell" : true,
    userDataDir,
    timeout: START_TIMEOUT_MS,
    protocolTimeout: 0,
    // If this process is connected to the browser by a pipe, the browser ends when this process ends. Then switch off
    // the signal handlers of puppeteer, which would keep this process from ending on a signal.
    pipe: !hasPort,
    handleSIGINT: hasPort,
    handleSIGTERM: hasPort,
    handleSIGHUP: hasPort,
    args: [
      // The sandbox of Chromium does not work as root or in containers. This browser opens only pages of this project.
      "--no-sandbox",
      // The shared memory of a container is often too small for Chromium.
      "--disable-dev-shm-usage",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--no-proxy-server",
      // Without the argument `--disable-features=SpareRendererForSitePerProcess`, the browser would start a spare
      // renderer process for each window, which costs memory and time.
      "--disable-features=SpareRendererForSitePerProcess",
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

interface LaunchOptions {
  args?: readonly string[];
  hasPort?: boolean;
}
