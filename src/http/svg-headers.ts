/**
 * The headers of a chart. An SVG that is opened in a tab is a document of this origin, so the headers forbid the SVG to
 * run scripts or to load anything. The route of a chart is `isEmbeddable`, so that pages of any origin may show the
 * chart.
 */
export const svgHeaders = {
  "Content-Type": "image/svg+xml; charset=utf-8",
  "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
} as const;
