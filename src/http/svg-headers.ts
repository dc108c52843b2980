/**
 * The headers of a chart. An SVG that is opened in a tab is a document of this origin: it may run no script and load
 * nothing. Its route is `isEmbeddable`, so that pages of any origin may show it.
 */
export const svgHeaders = {
  "Content-Type": "image/svg+xml; charset=utf-8",
  "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
} as const;
