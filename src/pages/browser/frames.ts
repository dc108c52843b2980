import type { FrameData, FramePlot } from "./frame-plot.ts";

// This script replaces pictures of frame times by zoomable charts on demand. It loads the chart library and the frame
// times only when the user opens a chart.

for (const figure of document.querySelectorAll<HTMLElement>("[data-frames]")) offer(figure);

/**
 * Shows the button that opens the chart. Loads the chart library when the pointer enters the `<figure>` element,
 * because the user will then probably click.
 */
function offer(figure: HTMLElement): void {
  const button = figure.querySelector<HTMLButtonElement>("[data-frames-open]");
  const place = figure.querySelector<HTMLElement>("[data-frames-place]");
  if (!button || !place) return;
  button.hidden = false;
  figure.addEventListener("pointerenter", () => void import("./frame-plot.ts"), { once: true });
  button.addEventListener("click", () => void open(figure, place, button));
}

async function open(figure: HTMLElement, place: HTMLElement, button: HTMLButtonElement): Promise<void> {
  const data = JSON.parse(figure.dataset["frames"] ?? "{}") as FrameData;
  button.disabled = true;
  try {
    const { plotFrames } = await import("./frame-plot.ts");
    const plot = await plotFrames(place, data);
    showTools(figure, plot);
    button.remove();
  } catch {
    button.disabled = false;
    button.textContent = "The frame times could not be loaded. Try again";
  }
}

/** Shows buttons that zoom the chart without a pointer, and a hint on how to zoom with a pointer or with fingers. */
function showTools(figure: HTMLElement, plot: FramePlot): void {
  const tools = figure.querySelector<HTMLElement>("[data-frames-tools]");
  if (!tools) return;
  const add = (text: string, act: () => void): HTMLButtonElement => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "button button-quiet";
    button.textContent = text;
    button.addEventListener("click", act);
    tools.append(button);
    return button;
  };
  const first = add("Zoom in", () => plot.zoom(0.5));
  add("Zoom out", () => plot.zoom(2));
  add("Earlier", () => plot.move(-0.5));
  add("Later", () => plot.move(0.5));
  add("Whole capture", () => plot.reset());
  if (plot.hasLongerFrames) {
    const whole = add("Show the longest frames", () =>
      whole.setAttribute("aria-pressed", String(plot.toggleLimit())),
    );
    whole.setAttribute("aria-pressed", "false");
  }
  const hint = document.createElement("p");
  hint.className = "note";
  hint.textContent =
    "Drag across the chart to zoom in, or use two fingers; double-click to see all of it. Of a capture with many frames a selection is drawn, which keeps the shape of the line.";
  tools.append(hint);
  first.focus();
}
