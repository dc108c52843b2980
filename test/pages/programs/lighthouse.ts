import process from "node:process";
import lighthouse from "lighthouse";
import { launchChromium } from "../../helpers/launch-chromium.ts";
import { findPublicPages } from "./public-pages.ts";

// npm run lighthouse: audits the seven public pages of a running service with Lighthouse, as on a phone with a slow
// network, and prints a table. The exit code is 1 if a page misses a goal. Start the service with sample results
// first: npm run quickstart -- --with-population

/** The lowest scores in Lighthouse that a page may have, out of 100. */
const goals = { performance: 95, accessibility: 100, "best-practices": 95 } as const;
const MAX_BYTES = 60 * 1024;

const origin = process.argv[2] ?? "http://127.0.0.1:3000";
const pages = await findPublicPages(origin);
const { browser, close } = await launchChromium({ hasPort: true });
/** The port of the browser for the DevTools protocol. */
const port = Number(new URL(browser.wsEndpoint()).port);
let hasMissed = false;
try {
  console.log(
    "page         performance  accessibility  best practices  transferred  largest paint  layout shift",
  );
  for (const [name, address] of Object.entries(pages)) {
    const { categories, audits } = await judge(`${origin}${address}`);
    const scores = Object.entries(goals).map(([id, goal]) => {
      const score = Math.round((categories[id]?.score ?? 0) * 100);
      if (score < goal) hasMissed = true;
      return `${score}${score < goal ? " MISSED" : ""}`;
    });
    const bytes = audits["total-byte-weight"]?.numericValue ?? 0;
    if (bytes > MAX_BYTES) hasMissed = true;
    const [performance = "", accessibility = "", practices = ""] = scores;
    console.log(
      [
        name.padEnd(11),
        performance.padStart(12),
        accessibility.padStart(14),
        practices.padStart(15),
        `${(bytes / 1024).toFixed(1)} KiB`.padStart(12),
        (audits["largest-contentful-paint"]?.displayValue ?? "").padStart(14),
        (audits["cumulative-layout-shift"]?.displayValue ?? "").padStart(13),
      ].join(" "),
    );
    for (const [id, category] of Object.entries(categories))
      for (const { id: audit, weight } of category.auditRefs)
        if (weight > 0 && (audits[audit]?.score ?? 1) < 0.9)
          console.log(`  ${id}: ${audits[audit]?.title ?? audit} ${audits[audit]?.displayValue ?? ""}`);
  }
} finally {
  await close();
}
/**
 * Audits a page. On a busy machine a measurement may fail, which leaves its category without a score. The function then
 * audits the page again, at most twice.
 */
async function judge(url: string) {
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    const result = await lighthouse(url, {
      port,
      onlyCategories: Object.keys(goals),
      logLevel: "error",
    });
    if (result && Object.values(result.lhr.categories).every(({ score }) => score !== null))
      return result.lhr;
  }
  throw new Error(`Expected Lighthouse to judge ${url}, found three times that a measurement failed.`);
}

process.exitCode = hasMissed ? 1 : 0;
