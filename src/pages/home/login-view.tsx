import type { LogIns } from "../../accounts/index.ts";
import type { Fault } from "../../errors.ts";
import { Field, OtherFaults } from "../layout/field.tsx";
import type { View, Visit } from "../layout/site.ts";

interface LoginViewProps {
  providers: ReturnType<LogIns["listProviders"]>;
  /** Whether people who have no account may get one. */
  isSignUpOpen: boolean;
  caller: Visit["caller"];
  /** Path to which the browser returns after signing in. */
  returnTo: string;
  /** The name that the visitor has typed, if the service refused the name. */
  typed?: string;
  faults?: readonly Fault[];
}

/** Returns the sign-in page: a button for each provider, and a name field if a name is enough to sign in. */
export function loginView(props: LoginViewProps): View {
  const { providers, isSignUpOpen, caller, returnTo } = props;
  const others = providers.filter(({ kind }) => kind !== "dev");
  return {
    title: "Sign in",
    description: "Sign in to make builds and to submit results.",
    body: (
      <div class="narrow">
        <h1>{isSignUpOpen ? "Sign in or make an account" : "Sign in"}</h1>
        <p class="lead">
          Everything here can be read without an account. With one you make builds, submit results and delete
          them again.
        </p>
        {caller && (
          <p>
            You are signed in as{" "}
            <a href="/me">
              <bdi>{caller.name}</bdi>
            </a>
            . Signing in again replaces this session.
          </p>
        )}
        {!isSignUpOpen && (
          <p>This service takes no new accounts: only people who have an account can sign in.</p>
        )}
        {others.length > 0 && (
          <ul class="sign-in-ways">
            {others.map(({ name }) => (
              <li>
                <a class="button" href={`/login/${name}?return_to=${encodeURIComponent(returnTo)}`}>
                  Sign in with {titleOf(name)}
                </a>
              </li>
            ))}
          </ul>
        )}
        {providers.length > others.length && <NameForm {...props} />}
        {providers.length === 0 && (
          <p>Nobody can sign in here: the settings of this service name no provider.</p>
        )}
        <p class="note">
          {others.length > 0
            ? "The service keeps the number by which the provider knows you, a made-up public name that you may change, which browser you sign in with, and what you submit."
            : "The service keeps the name, which browser you sign in with, and what you submit."}{" "}
          It asks for no email address.
        </p>
      </div>
    ),
  };
}

function NameForm({ isSignUpOpen, returnTo, typed, faults = [] }: LoginViewProps) {
  return (
    <form class="card stack" method="post" action="/login">
      <OtherFaults faults={faults} names={["name"]} />
      <p>
        {isSignUpOpen && "Type a name. If it is new, it becomes your account. "}
        This is a trial sign-in without a password: anybody who types your name can change and delete your
        results.
      </p>
      <Field
        label="Name"
        name="name"
        value={typed ?? ""}
        faults={faults}
        hint="Everybody sees the name of a new account beside its builds."
        input={{ required: true, maxLength: 80, autoComplete: "username" }}
      />
      <input type="hidden" name="return_to" value={returnTo} />
      <div>
        <button>Sign in</button>
      </div>
    </form>
  );
}

/** Brand spellings of provider names; any other name gets a capital letter. */
const titles: Readonly<Record<string, string>> = { github: "GitHub", google: "Google", gitlab: "GitLab" };

const titleOf = (name: string): string => titles[name] ?? name.charAt(0).toUpperCase() + name.slice(1);
