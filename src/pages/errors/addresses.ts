/** A link on the page of a problem, by which a visitor goes on to another page. */
export interface WayBack {
  href: string;
  text: string;
}

interface Missing {
  /** A sentence that says what is missing at the address, and why it may be missing. */
  sentence: string;
  waysBack: readonly WayBack[];
  /** The title of the page, where the title of the problem does not fit. */
  title?: string;
  /** Whether the page offers a search field, because a search may find what is missing. Default: true. */
  isSearched?: boolean;
}

const missing = (what: string, ...waysBack: readonly WayBack[]): Missing => ({
  sentence: `There is no such ${what}: it was deleted, or the address has a typing error.`,
  waysBack,
});

const RANKINGS = { href: "/rankings", text: "All rankings" };

/**
 * For the prefixes of addresses: what is missing if an address with this prefix leads to no page. The first matching
 * prefix applies.
 */
const missingBelow: readonly (readonly [beginning: string, found: Missing])[] = [
  ["/b/", missing("build")],
  ["/r/", missing("run")],
  [
    "/u/",
    {
      sentence: "There is no such person here, or the person has no public build.",
      waysBack: [],
    },
  ],
  ["/hardware/chip/", missing("graphics chip", { href: "/hardware/gpu", text: "All graphics cards" })],
  ["/hardware/cpu/", missing("processor", { href: "/hardware/cpu", text: "All processors" })],
  ["/hardware/gpu/", missing("graphics card", { href: "/hardware/gpu", text: "All graphics cards" })],
  ["/hardware/", missing("product", { href: "/hardware", text: "All hardware" })],
  ["/rankings/", missing("ranking", RANKINGS)],
  [
    "/problems/",
    {
      title: "No such kind of problem",
      sentence: "No error of this service has this name.",
      waysBack: [{ href: "/docs", text: "The API and its errors" }],
      isSearched: false,
    },
  ],
];

/** Returns what is missing at an address that leads to no page, and links by which the visitor can go on. */
export function missingAt(address: string): Missing {
  return missingBelow.find(([beginning]) => address.startsWith(beginning))?.[1] ?? missing("page");
}

const SETTINGS = { href: "/me/settings", text: "To your settings" };
/** The link to the page with the access tokens of the visitor. */
export const TOKENS = { href: "/me/tokens", text: "To the page Access of your account" };

/** The pages of an account with forms, by the last part of the address to which a form is sent. */
const pagesWithForms: Readonly<Record<string, WayBack>> = {
  rename: SETTINGS,
  delete: SETTINGS,
  "new-token": TOKENS,
  "revoke-token": TOKENS,
  "end-session": TOKENS,
  "sign-out": TOKENS,
};

/** Returns the link to the account or run page whose form posts to an address; an empty list for other addresses. */
export function pageWithForm(address: string): WayBack[] {
  const [, ofRun] = /^(\/r\/[^/?]+)\/[^/?]+/.exec(address) ?? [];
  const [, last = ""] = /^\/me\/([^/?]+)/.exec(address) ?? [];
  if (ofRun !== undefined) return [{ href: ofRun, text: "To the page of the result" }];
  const found = pagesWithForms[last];
  return found === undefined ? [] : [found];
}

/** Returns an address without the given parameters of its query; null if the query has none of these parameters. */
export function withoutParameters(address: string, names: readonly string[]): string | null {
  const [path = "", query = ""] = address.split("?", 2);
  const kept = new URLSearchParams(query);
  const found = names.filter((name) => kept.has(name));
  if (found.length === 0) return null;
  for (const name of found) kept.delete(name);
  return kept.size === 0 ? path : `${path}?${kept.toString()}`;
}
