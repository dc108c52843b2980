/** Matches a script or a style sheet that bull-board's own page loads, by its path relative to the base of the page. */
const LOADED = /<script [^>]*src="(static\/[\w./-]+\.js)"|<link href="(static\/[\w./-]+\.css)"/g;

/**
 * The digest of the only inline style of @bull-board/ui 9.10.1: a script of bull-board adds a style element that hides
 * the scroll bar of lists. Another version may add another style; the browser test then reports the new digest.
 */
const SCROLL_BAR_STYLE = "'sha256-r2N1TB/gHbBtBZFKg7ejmq1acVSREzucTAEw6ga4hoU='";

/**
 * The headers of the dashboard's page. Because of these headers, browsers run only scripts of this service and load
 * only its files. The content security policy does not restrict the styles that React sets by script.
 */
export const boardHeaders: Readonly<Record<string, string>> = {
  "Content-Type": "text/html; charset=utf-8",
  "Content-Security-Policy": [
    "default-src 'none'",
    "script-src 'self'",
    "worker-src 'self'",
    `style-src 'self' ${SCROLL_BAR_STYLE}`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'self'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; "),
};

/**
 * Returns the dashboard's page. The page replaces bull-board's own page, which loads fonts from another site and
 * contains inline styles: the content security policy forbids both. Only the names of the files are taken from
 * bull-board's page, because these names change with bull-board's version.
 * @param packagePage the text of bull-board's own page
 * @param options.base the address of the dashboard
 * @param options.uiConfig the settings of the page
 * @throws Error where bull-board's page names no scripts or no style sheets
 */
export function boardPage(
  packagePage: string,
  { base, uiConfig }: { base: string; uiConfig: unknown },
): string {
  const loaded = [...packagePage.matchAll(LOADED)];
  const scripts = loaded.flatMap(([, script]) => script ?? []);
  const styles = loaded.flatMap(([, , style]) => style ?? []);
  if (scripts.length === 0 || styles.length === 0)
    throw new Error(
      `Expected the page of @bull-board/ui to name scripts and style sheets below static/, found ${scripts.length} and ${styles.length}.`,
    );
  const settings = JSON.stringify(uiConfig).replaceAll("<", String.raw`\u003c`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<base href="${base}/">
<title>Queues · pc-benchmarks</title>
<link rel="icon" id="fav-logo" href="static/images/logo.svg">
${styles.map((href) => `<link rel="stylesheet" href="${href}">`).join("\n")}
</head>
<body class="preload">
<script id="__UI_CONFIG__" type="application/json">${settings}</script>
<div id="root"></div>
<noscript>This page needs JavaScript.</noscript>
${scripts.map((src) => `<script defer src="${src}"></script>`).join("\n")}
</body>
</html>
`;
}
