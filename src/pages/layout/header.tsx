import { isolated } from "../../charts/isolated.ts";
import { productKinds } from "../../kinds/kinds.ts";
import { headingOf } from "../../kinds/words.ts";
import { SuggestField } from "./suggest-field.tsx";
import type { Visit } from "./site.ts";

const COMPARE = "/compare";

/**
 * The links of the navigation. Wide screens show a link for each kind of hardware, narrow screens one link to all
 * kinds.
 */
const places = [
  { href: "/hardware", text: "Hardware", shown: "if-narrow" },
  ...productKinds.map((kind) => ({
    href: `/hardware/${kind.name}`,
    text: headingOf(kind),
    shown: "if-wide",
  })),
  { href: "/rankings", text: "Rankings" },
  { href: COMPARE, text: "Compare" },
  { href: "/submit", text: "Submit" },
];

interface Place {
  href: string;
  text: string;
  /** The CSS class that limits the link to wide or to narrow screens; by default all screens show the link. */
  shown?: string;
}

interface HeaderProps {
  name: string;
  visit: Visit;
  /** Whether the page has a larger search field, so that the header needs none. */
  hasLargeSearch: boolean;
}

/** Header of every page: the name of the site, navigation, the search of everything, and the signed-in user. */
export function Header({ name, visit, hasLargeSearch }: HeaderProps) {
  return (
    <header class="site-header">
      <a class="site-name" href="/">
        <svg viewBox="0 0 16 16" width="20" height="20" aria-hidden="true">
          <path d="M2 14V9h3v5zM6.5 14V5h3v9zM11 14V2h3v12z" fill="currentColor" />
        </svg>
        <span>{name}</span>
      </a>
      <nav aria-label="Site">
        <ul>
          {places.map(({ href, text, shown }: Place) => (
            <li class={shown}>
              <a href={href} aria-current={isAt(visit.address, href) ? "page" : undefined}>
                {text}
                {href === COMPARE && <Kept things={visit.kept} />}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {!hasLargeSearch && <SiteSearch />}
      <SignInState visit={visit} />
    </header>
  );
}

/** The number of builds, runs and products in the visitor's tray, in brackets; nothing if the tray is empty. */
function Kept({ things = [] }: { things: Visit["kept"] }) {
  if (things.length === 0) return null;
  return (
    <>
      {/* An ordinary blank would vanish, because the link is a flex container. */}
      <span aria-hidden="true">{`\u00A0(${things.length})`}</span>
      <span class="visually-hidden">, {things.length} kept</span>
    </>
  );
}

/** Returns whether an address belongs to a link of the navigation. Pages of chips belong to the graphics cards. */
const isAt = (address: string, href: string): boolean =>
  address.startsWith(href) || (href === "/hardware/gpu" && address.startsWith("/hardware/chip/"));

function SiteSearch() {
  return (
    <search class="site-search">
      <form action="/search">
        <SuggestField
          id="site-search"
          label="Search hardware, games, builds and people"
          placeholder="Search"
        />
        <button class="visually-hidden">Search</button>
      </form>
    </search>
  );
}

function SignInState({ visit: { caller, address } }: { visit: Visit }) {
  if (caller)
    return (
      <a class="site-account" href="/me" aria-label={`Account: ${isolated(caller.name)}`}>
        <PersonIcon />
        <bdi>{caller.name}</bdi>
      </a>
    );
  if (caller === undefined)
    return (
      <a class="site-account" href="/me">
        <PersonIcon />
        <span>Your account</span>
      </a>
    );
  return (
    <a class="site-account" href={signInHref(address)}>
      Sign in
    </a>
  );
}

const PersonIcon = () => (
  <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
    <path
      d="M8 1a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM1.5 15c0-3.5 2.5-5.5 6.5-5.5s6.5 2 6.5 5.5z"
      fill="currentColor"
    />
  </svg>
);

/** Returns the address of the sign-in page that leads back to an address of this service. */
export function signInHref(address: string): string {
  const isHome = address === "/" || address.startsWith("/login");
  return isHome ? "/login" : `/login?return_to=${encodeURIComponent(address)}`;
}
