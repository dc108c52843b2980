import { SaxesParser } from "saxes";
import type { FrameChart } from "../../src/frames/chart/render-frame-chart.ts";

/** An element of an SVG, with all text within it. */
export interface Element {
  name: string;
  attributes: Record<string, string>;
  text: string;
}

/**
 * Returns all elements of an XML document in a list.
 * @throws Error if the document is not well-formed
 */
export function parse(xml: string): Element[] {
  const parser = new SaxesParser();
  const all: Element[] = [];
  const open: Element[] = [];
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ name, attributes }) => {
    const element = { name, attributes: attributes as Record<string, string>, text: "" };
    all.push(element);
    open.push(element);
  });
  parser.on("text", (text) => {
    for (const element of open) element.text += text;
  });
  parser.on("closetag", () => open.pop());
  parser.write(xml).close();
  return all;
}

/** Returns those statistics of frame times that charts show. */
export function metricsOf(frameTimesMs: Float32Array): FrameChart["metrics"] {
  const sorted = frameTimesMs.toSorted().toReversed();
  const mean = (values: Float32Array) => values.reduce((sum, value) => sum + value, 0) / values.length;
  return {
    application: "harbour.exe",
    tool: "PresentMon",
    average_fps: 1000 / mean(frameTimesMs),
    low_1_fps: sorted.length < 100 ? null : 1000 / mean(sorted.subarray(0, Math.ceil(sorted.length / 100))),
    p0_1_fps: 1000 / (sorted[Math.floor(sorted.length / 1000)] ?? 1),
  };
}

/** Returns the texts of the elements with a value of the attribute `class`. */
export const textOf = (elements: Element[], className: string) =>
  elements.filter(({ attributes }) => attributes["class"] === className).map(({ text }) => text);

/** Returns all texts that a reader of an SVG sees. */
export const textsOf = (elements: readonly Element[]): string[] =>
  elements.filter(({ name }) => name === "text").map(({ text }) => text);
