import { productKinds } from "../../src/kinds/kinds.ts";
import type { PageWorld } from "./page-world.ts";

/** An address of a page, as a person would open the page. */
interface PageAddress {
  /** The path and the query string of the page. */
  address: (world: PageWorld) => string;
  /** True for a page that needs a session, or that is tested with a session. */
  isSignedIn?: true;
  /** The status of the response; 200 by default. */
  status?: number;
  /** True if a form on the page has a new idempotency key in each response, so that no two responses are equal. */
  isUnique?: true;
  /** True if the page shows a name that contains markup. */
  showsMarkup?: true;
}

/** The addresses of every page, by the path of the page. A page with several variants has several addresses. */
export const pageAddresses: Readonly<Record<string, readonly PageAddress[]>> = {
  "/": [
    { address: () => "/", showsMarkup: true },
    { address: () => "/", isSignedIn: true, showsMarkup: true },
  ],
  "/search": [
    { address: () => "/search" },
    {
      address: () => `/search?${String(new URLSearchParams({ query: "<b data-hostile>ryzen" }))}`,
      showsMarkup: true,
    },
    { address: () => "/search?query=data-hostile", showsMarkup: true },
    { address: () => "/search?query=ryzen&in=hardware&page=2" },
    { address: () => "/search?query=cheap+12gb+gpu+under+300" },
    { address: () => "/search?query=data-hostile&in=people", isSignedIn: true, showsMarkup: true },
  ],
  "/docs": [{ address: () => "/docs" }],
  "/state": [{ address: () => "/state" }],
  "/login": [
    { address: () => "/login" },
    { address: () => "/login?return_to=/me", isSignedIn: true, showsMarkup: true },
  ],
  "/problems/:slug": [{ address: () => "/problems/not-found" }],
  "/b/:build_id": [
    { address: ({ buildId }) => `/b/${buildId}`, showsMarkup: true },
    { address: ({ buildId }) => `/b/${buildId}`, isSignedIn: true, showsMarkup: true },
  ],
  "/b/:build_id/change": [
    { address: ({ buildId }) => `/b/${buildId}/change`, isSignedIn: true, showsMarkup: true },
  ],
  "/b/:build_id/delete": [
    { address: ({ buildId }) => `/b/${buildId}/delete`, isSignedIn: true, showsMarkup: true },
  ],
  "/u/:account_id": [
    { address: ({ accountId }) => `/u/${accountId}`, showsMarkup: true },
    { address: ({ accountId }) => `/u/${accountId}`, isSignedIn: true, showsMarkup: true },
  ],
  "/r/:run_id": [
    { address: ({ runIds }) => `/r/${runIds[0]}`, showsMarkup: true },
    { address: ({ runIds }) => `/r/${runIds[0]}`, isSignedIn: true, showsMarkup: true },
    { address: ({ runIds }) => `/r/${runIds[0]}?view=fps`, showsMarkup: true },
    { address: ({ runIds }) => `/r/${runIds[0]}?view=percentiles`, showsMarkup: true },
    { address: ({ failedRunId }) => `/r/${failedRunId}`, showsMarkup: true },
    { address: ({ failedRunId }) => `/r/${failedRunId}`, isSignedIn: true, showsMarkup: true },
  ],
  "/compare": [
    { address: () => "/compare" },
    { address: () => "/compare?ticked=yes" },
    { address: () => "/compare?build=b+data", showsMarkup: true },
    { address: ({ buildId }) => `/compare?builds=${buildId}`, showsMarkup: true },
    { address: ({ buildId }) => `/compare?builds=${buildId},999999999`, status: 422 },
    {
      address: ({ slugOf }) => `/compare?products=cpu/${slugOf("cpu")},cpu/intel-core-i5-13600k`,
      showsMarkup: true,
    },
    {
      address: ({ chipSlug }) => `/compare?products=chip/${chipSlug},chip/nvidia-geforce-rtx-4090-24gb`,
    },
    { address: ({ runIds }) => `/compare?runs=${runIds.join(",")}`, showsMarkup: true },
  ],
  "/me": [{ address: () => "/me", isSignedIn: true, showsMarkup: true }],
  "/me/runs": [{ address: () => "/me/runs", isSignedIn: true, showsMarkup: true }],
  "/me/tokens": [{ address: () => "/me/tokens", isSignedIn: true, showsMarkup: true }],
  "/me/settings": [{ address: () => "/me/settings", isSignedIn: true, showsMarkup: true }],
  "/submit": [
    { address: () => "/submit" },
    { address: () => "/submit", isSignedIn: true, isUnique: true, showsMarkup: true },
    {
      address: ({ buildId }) => `/submit?build=${buildId}`,
      isSignedIn: true,
      isUnique: true,
      showsMarkup: true,
    },
  ],
  "/submit/sent": [
    {
      address: ({ runIds }) => `/submit/sent?runs=${runIds.join(",")}`,
      isSignedIn: true,
      showsMarkup: true,
    },
  ],
  "/rankings": [{ address: () => "/rankings" }],
  "/rankings/:benchmark_id": [
    { address: () => "/rankings/15", showsMarkup: true },
    { address: () => "/rankings/15?cpu_name=ryzen+9+9999x" },
    { address: () => "/rankings/16" },
  ],
  "/hardware": [{ address: () => "/hardware" }],
  "/hardware/chip/:url_slug": [
    { address: ({ chipSlug }) => `/hardware/chip/${chipSlug}`, showsMarkup: true },
  ],
  ...Object.fromEntries(
    productKinds.flatMap(({ name: kind }): [string, PageAddress[]][] => [
      [
        `/hardware/${kind}`,
        [
          { address: () => `/hardware/${kind}` },
          { address: () => `/hardware/${kind}?query=data-hostile&sort_by=price`, showsMarkup: true },
          { address: () => `/hardware/${kind}?min_price=3&max_price=2&makes=AMD`, status: 422 },
        ],
      ],
      [
        `/hardware/${kind}/:url_slug`,
        [{ address: ({ slugOf }) => `/hardware/${kind}/${slugOf(kind)}`, showsMarkup: true }],
      ],
    ]),
  ),
};

/** Addresses whose pages report a problem. */
export const problemAddresses: readonly PageAddress[] = [
  { address: () => `/nothing/${"at-all".repeat(30)}`, status: 404 },
  { address: () => "/products/cpu?limit=%3Cb%20data-hostile%3E&page=0", status: 422, showsMarkup: true },
  { address: () => "/builds", status: 401 },
  { address: () => "/admin/queues", isSignedIn: true, status: 403 },
];
