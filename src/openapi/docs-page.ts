import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

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

/**
 * Returns the page that shows the document and sends sample requests. The scripts of the page are files, because the
 * page's content security policy forbids inline scripts.
 * @param version the version of the files, which is a part of their addresses, so that browsers may cache them
 */
export const docsPage = (version: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>pc-benchmarks: the API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/${version}/swagger-ui.css">
<div id="swagger-ui"></div>
<noscript>This page needs JavaScript. The document that it shows is <a href="/openapi.json">/openapi.json</a>.</noscript>
<script src="/docs/${version}/swagger-ui-bundle.js"></script>
<script src="/docs/${version}/start.js"></script>
</html>
`;

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
