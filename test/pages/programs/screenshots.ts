import { mkdirSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { launchChromium } from "../../helpers/launch-chromium.ts";
import { findPublicPages } from "./public-pages.ts";

// npm run screenshots: takes pictures of the public pages of a running service.
//   npm run screenshots [-- <folder> [<origin>]]
// Into the folder (.data/screenshots by default) go all pages in both themes and three widths. With the folder docs/pictures go the
// five that the docs show instead, at one width.
// Start the service first, with something on it: npm run quickstart -- --with-population

const [folder = ".data/screenshots", origin = "http://127.0.0.1:3000"] = process.argv.slice(2);
const isForDocs = folder.endsWith("docs/pictures");
const pages = Object.entries(await findPublicPages(origin));

/** The pictures of the docs: each page with its theme. */
const documented: Readonly<Record<string, "light" | "dark">> = {
  "first page": "light",
  build: "light",
  run: "dark",
  comparison: "light",
  product: "dark",
};

const shots = isForDocs
  ? pages.flatMap(([name, address]) => {
      const scheme = documented[name];
      return scheme ? [{ name, address, scheme, width: 1200, height: 800, suffix: "" }] : [];
    })
  : pages.flatMap(([name, address]) =>
      (["light", "dark"] as const).flatMap((scheme) =>
        [320, 1280, 2560].map((width) => {
          const suffix = `-${width}-${scheme}`;
          return { name, address, scheme, width, height: 900, suffix };
        }),
      ),
    );

mkdirSync(folder, { recursive: true });
const { browser, close } = await launchChromium();
try {
  for (const { name, address, scheme, width, height, suffix } of shots) {
    const page = await browser.newPage();
    await page.setViewport({ width, height });
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
    await page.goto(`${origin}${address}`, { waitUntil: "networkidle0", timeout: 0 });
    const path = join(folder, `${name.replaceAll(" ", "-")}${suffix}.png`);
    await page.screenshot({ path, fullPage: !isForDocs });
    console.log(path);
    await page.close();
  }
} finally {
  await close();
}
