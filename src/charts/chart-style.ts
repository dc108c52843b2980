/** The styles of one kind of chart, in addition to the styles that all charts share. */
export interface ChartStyle {
  /** The chart's own colours, as declarations of custom properties: `--line: #2563c9;`. */
  light: string;
  dark: string;
  /** CSS rules that use the chart's custom properties: `.frames { stroke: var(--line); }`. */
  rules: string;
}

/** The colours of a chart: light, dark, or the viewer's preference. */
export type ChartTheme = "light" | "dark" | "auto";

/** Returns the stylesheet of a chart, for light mode, for dark mode, or for both. */
export function styleSheet({ light, dark, rules }: ChartStyle, theme: ChartTheme = "auto"): string {
  const inLight = `--paper: #ffffff; --text: #1f2328; --muted: #59636e; --grid: #e4e7eb; --axis: #afb8c1;
  ${light}`;
  const inDark = `--paper: #0f141a; --text: #e8edf2; --muted: #97a1ac; --grid: #252c35; --axis: #4a535e;
    ${dark}`;
  const ifDark = `@media (prefers-color-scheme: dark) {
  svg {
    ${inDark}
  }
}
`;
  return `
:root { color-scheme: ${theme === "auto" ? "light dark" : theme}; }
svg {
  ${theme === "dark" ? inDark : inLight}
  font-family: system-ui, -apple-system, "Segoe UI", Roboto, "Liberation Sans", sans-serif;
}
${theme === "auto" ? ifDark : ""}.paper { fill: var(--paper); }
text { fill: var(--muted); font-size: 12px; font-variant-numeric: tabular-nums; }
.title { fill: var(--text); font-size: 18px; font-weight: 600; }
.end { text-anchor: end; }
.middle { text-anchor: middle; }
.grid { stroke: var(--grid); }
.axis { stroke: var(--axis); }
${rules}
`;
}
