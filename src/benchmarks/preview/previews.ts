import type { Builds } from "../../builds/index.ts";
import type { Config } from "../../config.ts";
import { runNotFound } from "../runs/find-run.ts";
import type { RunViews } from "../runs/run-views.ts";
import type { Runs } from "../runs/runs.ts";
import { createDrawing } from "./drawing.ts";
import { drawableForm, renderPreview } from "./render-preview.ts";

interface PreviewsDeps {
  runs: Pick<Runs, "find">;
  runViews: Pick<RunViews, "present">;
  builds: Pick<Builds, "presentSome">;
  config: Pick<Config, "FRAME_RENDERS_WAITING">;
}

/** Draws runs as pictures that chats show beside a link. */
export type Previews = ReturnType<typeof createPreviews>;

/** Creates the service of the pictures for chats. A picture shows only the public data of a run. */
export function createPreviews({ runs, runViews, builds, config }: PreviewsDeps) {
  const drawing = createDrawing({ maxWaiting: config.FRAME_RENDERS_WAITING });
  return {
    /** Returns the picture of a run as SVG. @throws NotFoundError */
    svgOf: async (runId: string): Promise<string> => {
      const found = await runs.find(runId);
      const { build_id } = found.run;
      const [shown, buildOf] = await Promise.all([
        runViews.present(found, null),
        builds.presentSome([build_id]),
      ]);
      const build = buildOf.get(build_id);
      if (!build) throw runNotFound(runId);
      return renderPreview({ ...shown, build, standing: shown.standing });
    },

    /** Returns the SVG picture of a run as PNG. @throws OverloadedError where too many pictures wait to be drawn */
    png: (svg: string): Promise<Buffer> => drawing.png(drawableForm(svg)),

    /** Ends the thread that draws the pictures. */
    close: (): Promise<void> => drawing.close(),
  };
}
