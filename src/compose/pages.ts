import type { Config } from "../config.ts";
import type { SessionCookie } from "../http/session-cookie.ts";
import { createSite } from "../pages/index.ts";
import type { Services } from "./services.ts";

/** Creates the routes of all pages, and what shows a problem as a page. */
export function createPages(config: Config, services: Services, { cookie }: { cookie: SessionCookie }) {
  return createSite({ ...services, config, cookie });
}
