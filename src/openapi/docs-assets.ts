import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

/**
 * The files of the documentation page, which shows the contract of the API, and their media types: two files of Swagger
 * UI, and the script that starts Swagger UI.
 */
export const docsFiles = {
  "swagger-ui.css": "text/css",
  "swagger-ui-bundle.js": "text/javascript",
  "start.js": "text/javascript",
} as const;

/** The name of a file of the documentation page. */
export type DocsFile = keyof typeof docsFiles;

/**
 * The script of the documentation page, which starts Swagger UI in the theme of the page: the visitor's choice
 * (`data-theme`), or else the theme of the system. The script disables the badge of validator.swagger.io, for which the
 * page would load a picture from that site. The script gives Swagger UI's element `main` the role `group`, because a
 * page may have only one main part. The script replaces Swagger UI's open lock beside calls that need credentials by a
 * closed lock, and the style sheet hides the lock beside all other calls. On phones the groups of calls are folded.
 */
const START = `const root = document.documentElement;
const system = matchMedia("(prefers-color-scheme: dark)");
const followTheme = () =>
  root.classList.toggle("dark-mode", root.dataset.theme ? root.dataset.theme === "dark" : system.matches);
followTheme();
system.addEventListener("change", followTheme);
const lock = (open, { React, getComponent }) => (props) =>
  React.createElement(getComponent("LockAuthOperationIcon", true), props);
SwaggerUIBundle({
  url: "/openapi.json",
  dom_id: "#swagger-ui",
  deepLinking: true,
  docExpansion: "none",
  plugins: [() => ({ wrapComponents: { UnlockAuthOperationIcon: lock } })],
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  tryItOutEnabled: true,
  validatorUrl: null,
  onComplete: () => document.querySelector("#swagger-ui main")?.setAttribute("role", "group"),
});
`;

const require = createRequire(import.meta.url);

const VERSION_LENGTH = 16;

/** The files of the documentation page, and their version. */
export interface DocsAssets {
  texts: Readonly<Record<DocsFile, string>>;
  /** A digest of all files of the documentation page: the digest changes whenever a file changes. */
  version: string;
}

/** Returns a function that loads the files of the documentation page. The function reads the files from disk once. */
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
