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
 * Starts the Chromium of this machine without a window and with an empty profile. It ends with this process at the latest, however
 * that ends; in a test run, its profile goes with what else the run has left.
 * @param options.args arguments beside those that every use needs
 * @param options.hasPort true where a library reaches the browser by the port of its endpoint; otherwise only this process can
 * @throws Error where there is none
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
  // Without a limit of its own for each call of the protocol: who uses the browser bounds what hangs.
  const browser = await launch({
    executablePath,
    // A program that has no windows at all takes another argument than one that hides them.
    headless: executablePath.endsWith("headless-shell") ? "shell" : true,
    userDataDir,
    timeout: START_TIMEOUT_MS,
    protocolTimeout: 0,
    // A browser at a pipe ends by itself with the process that holds the other end. puppeteer's own handlers would keep a process
    // that is told to end from doing so.
    pipe: !hasPort,
    handleSIGINT: hasPort,
    handleSIGTERM: hasPort,
    handleSIGHUP: hasPort,
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
      // A process is the dearest part of a page. The browser would start one more for each window, for a page that may follow.
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
