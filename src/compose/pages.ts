import type { Config } from "../config.ts";
import { createSite } from "../pages/index.ts";
import type { Services } from "./services.ts";

/** Creates the routes of all pages, and what shows a problem as a page. */
export function createPages(config: Config, services: Services) {
  return createSite({ ...services, publicUrl: config.PUBLIC_URL });
}
