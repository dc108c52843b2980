import type { ComponentChildren } from "preact";

/** A capture that the script `frames.js` can draw: its name in the legend, and the address of its frame times. */
export interface DrawnCapture {
  name: string;
  href: string;
}

/** A frame rate that is drawn as a line across the chart. */
interface Reference {
  name: string;
  fps: number;
}

/**
 * A chart of frame times: a picture, which the script `frames.js` replaces by a zoomable chart on demand. The picture
 * and the chart have the same size, so that the page does not move when the chart replaces the picture.
 * @param props.limitMs initial upper end of the frame-time axis, so that one long hitch does not flatten the curve
 */
export function FrameChart({ captures, references = [], limitMs, children }: FrameChartProps) {
  const data = JSON.stringify({ captures, references, limitMs });
  return (
    <figure class="frames" data-frames={data}>
      <div class="frames-picture" data-frames-place>
        {children}
      </div>
      <figcaption class="row" data-frames-tools>
        <button type="button" class="button button-quiet" data-frames-open hidden>
          Zoom into the frame times
        </button>
      </figcaption>
    </figure>
  );
}

interface FrameChartProps {
  captures: readonly DrawnCapture[];
  references?: readonly Reference[];
  limitMs: number | null;
  children: ComponentChildren;
}
