import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

/** The files of the page, each with its type: two of Swagger UI, and the script that starts it. */
export const docsFiles = {
  "swagger-ui.css": "text/css",
  "swagger-ui-bundle.js": "text/javascript",
  "start.js": "text/javascript",
} as const;

/** The name of a file of the page. */
export type DocsFile = keyof typeof docsFiles;

/**
 * The headers of the page. It runs and loads what this service serves, and nothing else; pictures in its style sheet are part
 * of it. No other page shows it in a frame.
 */
export const docsHeaders: Readonly<Record<string, string>> = {
  "Content-Type": "text/html; charset=utf-8",
  "Content-Security-Policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
};

/**
 * Returns the page that shows the document and sends requests of it. Its scripts are files, because its policy takes no others.
 * @param version of the files, which stands in their addresses, so that browsers may keep them
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

/** Without the badge of validator.swagger.io, which would be asked for a picture. */
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

/** The files of the page. */
export interface DocsAssets {
  texts: Readonly<Record<DocsFile, string>>;
  /** A digest of all files: it changes whenever one of them does. */
  version: string;
}

/** Returns a function that reads the files of the page, from the disk once. */
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
