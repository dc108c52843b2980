/** The stylesheet of the chart, with colours for light and dark mode. */
export const CHART_STYLE = `
:root { color-scheme: light dark; }
svg {
  --paper: #ffffff; --text: #1f2328; --muted: #59636e; --grid: #e4e7eb; --axis: #afb8c1;
  --line: #2563c9; --area: #2563c91a; --average: #12703a; --low: #b34700; --dropped: #c8202f;
  font-family: system-ui, -apple-system, "Segoe UI", Roboto, "Liberation Sans", sans-serif;
}
@media (prefers-color-scheme: dark) {
  svg {
    --paper: #0f141a; --text: #e8edf2; --muted: #97a1ac; --grid: #252c35; --axis: #4a535e;
    --line: #5aa2ff; --area: #5aa2ff1f; --average: #46c46c; --low: #f29447; --dropped: #ff6b6b;
  }
}
.paper { fill: var(--paper); }
text { fill: var(--muted); font-size: 12px; font-variant-numeric: tabular-nums; }
.title { fill: var(--text); font-size: 18px; font-weight: 600; }
.end { text-anchor: end; }
.middle { text-anchor: middle; }
.grid { stroke: var(--grid); }
.axis { stroke: var(--axis); }
.frames { fill: none; stroke: var(--line); stroke-width: 1.1; stroke-linejoin: round; stroke-linecap: round; }
.area { fill: var(--area); }
.average, .low { stroke-width: 1.5; }
.average { stroke: var(--average); }
.low { stroke: var(--low); stroke-dasharray: 6 4; }
.average-name { fill: var(--average); font-weight: 600; }
.low-name { fill: var(--low); font-weight: 600; }
.dropped { stroke: var(--dropped); }
.dropped-name { fill: var(--dropped); }
.cut { fill: var(--text); }
`;
