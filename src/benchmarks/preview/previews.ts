import type { Builds } from "../../builds/index.ts";
import type { Config } from "../../config.ts";
import type { Rankings } from "../../standings/index.ts";
import { runNotFound } from "../runs/find-run.ts";
import type { RunViews } from "../runs/run-views.ts";
import type { Runs } from "../runs/runs.ts";
import { createDrawing, DRAWING_VERSION } from "./drawing.ts";
import { drawableForm } from "./picture.ts";
import { renderBuildPreview } from "./render-build.ts";
import { renderPreview } from "./render-preview.ts";

interface PreviewsDeps {
  runs: Pick<Runs, "find">;
  runViews: Pick<RunViews, "present">;
  builds: Pick<Builds, "get" | "presentSome" | "withHardware">;
  rankings: Pick<Rankings, "withTitles">;
  config: Pick<Config, "FRAME_RENDERS_WAITING">;
}

/** The service that draws runs and builds as pictures that chats show beside a link. */
export type Previews = ReturnType<typeof createPreviews>;

/** Creates the service of the pictures for chats. A picture shows only public data. */
export function createPreviews({ runs, runViews, builds, rankings, config }: PreviewsDeps) {
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

    /** Returns the picture of a build as SVG. @throws NotFoundError, also for a hidden build */
    svgOfBuild: async (buildId: number): Promise<string> => {
      const shown = await builds.withHardware(await builds.get(buildId));
      return renderBuildPreview({ ...shown, results: await rankings.withTitles(shown.results) });
    },

    /**
     * Returns an SVG picture as a PNG that is drawn only when somebody calls `draw`, with a name that changes whenever
     * the PNG changes. `draw` throws an OverloadedError where too many pictures wait to be drawn.
     */
    png: (svg: string) => ({
      name: `${DRAWING_VERSION} ${svg}`,
      draw: (): Promise<Buffer> => drawing.png(drawableForm(svg)),
    }),

    /** Ends the thread that draws the pictures. */
    close: (): Promise<void> => drawing.close(),
  };
}
