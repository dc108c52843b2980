import { benchmarkTypes } from "../benchmarks/index.ts";
import type { Config } from "../config.ts";
import { StoreUnavailableError, TryAgainError } from "../errors.ts";
import type { SessionCookie } from "../http/session-cookie.ts";
import { asStoreError } from "../infra/store-errors.ts";
import type { DocsAssets } from "../openapi/docs-assets.ts";
import { createSite } from "../pages/index.ts";
import { productKinds } from "../products/index.ts";
import type { Services } from "./services.ts";

/** Creates the routes of all pages, and the function that shows a problem as a page. */
export function createPages(
  config: Config,
  services: Services,
  given: { cookie: SessionCookie; docsAssets: () => Promise<DocsAssets> },
) {
  const kinds = productKinds;
  return createSite({
    ...services,
    ...given,
    config,
    kinds,
    benchmarkTypes,
    isUnavailable,
  });
}

/** Returns whether an error says that a store is unavailable, or that Redis has lost data which a job rebuilds. */
function isUnavailable(thrown: unknown): boolean {
  const error = asStoreError(thrown);
  return error instanceof StoreUnavailableError || error instanceof TryAgainError;
}
