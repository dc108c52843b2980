import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { renderToString } from "preact-render-to-string";
import type { Config } from "../config.ts";
import { operatorLinks } from "../operator-links.ts";

/** The files of the page and their media types: two files of Swagger UI, and the script that starts it. */
export const docsFiles = {
  "swagger-ui.css": "text/css",
  "swagger-ui-bundle.js": "text/javascript",
  "start.js": "text/javascript",
} as const;

/** The name of a file of the page. */
export type DocsFile = keyof typeof docsFiles;

/**
 * The headers of the page. Only scripts and files of this service are run and loaded; pictures in the style sheet are
 * part of the style sheet. No other page may show this page in a frame.
 */
export const docsHeaders: Readonly<Record<string, string>> = {
  "Content-Type": "text/html; charset=utf-8",
  "Content-Security-Policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
};

/** The settings that name the site and its operator. */
export type SiteSettings = Pick<Config, "SITE_NAME" | "CONTACT_URL" | "FOOTER_LINKS">;

/**
 * Returns the page that shows the document and sends sample requests. The scripts of the page are files, because the
 * page's content security policy forbids inline scripts.
 * @param version the version of the files, which is a part of their addresses, so that browsers may cache them
 */
export const docsPage = (version: string, site: SiteSettings): string =>
  `<!doctype html>\n${renderToString(<DocsPage version={version} site={site} />)}\n`;

/** Header and footer have the class of Swagger UI, so that they look like the document between them. */
function DocsPage({ version, site }: { version: string; site: SiteSettings }) {
  const { SITE_NAME } = site;
  const links = operatorLinks(site);
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>{`The API · ${SITE_NAME}`}</title>
        <meta property="og:site_name" content={SITE_NAME} />
        <meta property="og:title" content="The API" />
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href={`/docs/${version}/swagger-ui.css`} />
      </head>
      <body>
        <header class="swagger-ui">
          <p class="wrapper">
            <a href="/">{SITE_NAME}</a>
          </p>
        </header>
        <div id="swagger-ui" />
        <noscript>
          This page needs JavaScript. The document that it shows is <a href="/openapi.json">/openapi.json</a>.
        </noscript>
        {links.length > 0 && (
          <footer class="swagger-ui">
            <ul class="wrapper">
              {links.map(({ label, href }) => (
                <li>
                  <a href={href}>{label}</a>
                </li>
              ))}
            </ul>
          </footer>
        )}
        <script src={`/docs/${version}/swagger-ui-bundle.js`} />
        <script src={`/docs/${version}/start.js`} />
      </body>
    </html>
  );
}

/** Disables the badge of validator.swagger.io, for which the page would load a picture from that site. */
const START = `SwaggerUIBundle({
  url: "/openapi.json",
  dom_id: "#swagger-ui",
  deepLinking: true,
  docExpansion: "list",
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  tryItOutEnabled: true,
  validatorUrl: null,
});
`;

const require = createRequire(import.meta.url);

const VERSION_LENGTH = 16;

/** The files of the documentation page, and their version. */
export interface DocsAssets {
  texts: Readonly<Record<DocsFile, string>>;
  /** A digest of all files: the digest changes whenever a file changes. */
  version: string;
}

/** Returns a function that loads the files of the page. The function reads the files from disk once. */
export function createDocsAssets(): () => Promise<DocsAssets> {
  let assets: Promise<DocsAssets> | undefined;
  return () => (assets ??= readAssets());
}

async function readAssets(): Promise<DocsAssets> {
  const read = (name: DocsFile) => readFile(require.resolve(`swagger-ui-dist/${name}`), "utf8");
  const texts = {
    "swagger-ui.css": await read("swagger-ui.css"),
    "swagger-ui-bundle.js": await read("swagger-ui-bundle.js"),
    "start.js": START,
  };
  const digest = createHash("sha256").update(JSON.stringify(texts)).digest("base64url");
  return { texts, version: digest.slice(0, VERSION_LENGTH) };
}
