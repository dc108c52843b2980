import type { ComponentChildren } from "preact";
import type { Caller } from "../../authorization.ts";
import { hrefOfPerson } from "../lists/owner-link.tsx";

/** The pages on which a visitor manages the visitor's own account, in the order of their tabs. */
const tabs = [
  { href: "/me", text: "Builds" },
  { href: "/me/runs", text: "Results" },
  { href: "/me/tokens", text: "Access" },
  { href: "/me/settings", text: "Settings" },
] as const;

/** The path of a page on which visitors manage their own accounts. */
type AccountPath = (typeof tabs)[number]["href"];

interface AccountFrameProps {
  caller: Caller;
  /** The path of the account page that the visitor sees. */
  path: AccountPath;
  /** The message about a form that was refused as a whole, e.g. because a limit is reached. */
  refusal?: string | undefined;
  children: ComponentChildren;
}

/** The frame of every page of the visitor's own account: the visitor's name, and the tabs of all account pages. */
export function AccountFrame({ caller, path, refusal, children }: AccountFrameProps) {
  return (
    <article class="stack stack-wide">
      <header class="stack">
        <h1>
          <bdi>{caller.name}</bdi>
        </h1>
        <div class="row">
          <p class="soft">
            Your account. <a href={hrefOfPerson(caller.account_id)}>Your public page</a>
          </p>
          <form method="post" action="/me/sign-out">
            <button class="button-quiet">Sign out</button>
          </form>
        </div>
        <nav class="tabs" aria-label="Your account">
          <ul>
            {tabs.map(({ href, text }) => (
              <li>
                <a href={href} aria-current={href === path ? "page" : undefined}>
                  {text}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </header>
      {refusal !== undefined && (
        <p class="faults refusal" role="alert">
          {refusal}
        </p>
      )}
      {children}
    </article>
  );
}
