import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { parentPort } from "node:worker_threads";
import { initWasm, Resvg } from "@resvg/resvg-wasm";
import type { DrawTask } from "./drawing.ts";

// This module runs in the thread that draws pictures: the thread receives an SVG and answers with its PNG. The renderer
// is WebAssembly, which has no access to files or the network, and has only the fonts that this module loads.

const require = createRequire(import.meta.url);
const FAMILY = "Inter";

/**
 * The parts of the font that are always loaded: the letters of Western Europe. Other parts are loaded only for texts
 * that need them, because unpacking a font takes time.
 */
const LATIN = ["latin"];
const FURTHER = ["latin-ext", "cyrillic", "greek"];
const FURTHER_LETTERS = /[\u{100}-\u{200F}\u{2027}-\u{10FFFF}]/u;

const read = (file: string): Promise<Uint8Array> => readFile(require.resolve(file));
const fontsOf = (scripts: readonly string[]) =>
  Promise.all(
    scripts.flatMap((script) =>
      [400, 700].map((weight) => read(`@fontsource/inter/files/inter-${script}-${weight}-normal.woff2`)),
    ),
  );

const ready = read("@resvg/resvg-wasm/index_bg.wasm").then((wasm) => initWasm(wasm));

async function draw({ svg }: DrawTask): Promise<Uint8Array> {
  await ready;
  const fontBuffers = await fontsOf(FURTHER_LETTERS.test(svg) ? [...LATIN, ...FURTHER] : LATIN);
  const drawing = new Resvg(svg, { font: { fontBuffers, defaultFontFamily: FAMILY } });
  const image = drawing.render();
  try {
    return image.asPng();
  } finally {
    image.free();
    drawing.free();
  }
}

parentPort?.on("message", (task: DrawTask) => {
  const answer = async () => {
    const png = await draw(task);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a message to a thread has no origin
    parentPort?.postMessage(png);
  };
  // Do not catch errors of drawing in the thread that draws: an error ends the thread, the caller gets the error, and
  // the next task starts a new thread.
  void answer();
});
