import type { Fault } from "../../errors.ts";
import { Field } from "../layout/field.tsx";
import { DeleteForm } from "./delete-form.tsx";

interface SettingsProps {
  /** The name in the form's field: the typed name if the service refused it, else the account's public name. */
  name: string;
  /** The number of builds that a deletion of the account would remove. */
  builds: number;
  /** Whether the visitor has paid for a tier, now or earlier. */
  isCustomer: boolean;
  /** Whether people sign in by a typed name. */
  hasNameSignIn: boolean;
  faults: readonly Fault[];
}

const SEEN = "Everybody sees this name beside your builds.";
/** A typed name signs in to the account that was created with it: typing a changed name would create a new account. */
const SAME_SIGN_IN =
  "If you signed in by typing a name, you still sign in with the name that you typed the first time.";

/** The settings of the visitor's own account: the public name, the download of all data, and the deletion. */
export function Settings({ name, builds, isCustomer, hasNameSignIn, faults }: SettingsProps) {
  return (
    <>
      <section class="stack" aria-labelledby="name-heading">
        <h2 id="name-heading">Public name</h2>
        <form class="row account-form" method="post" action="/me/rename">
          <Field
            label={<span class="visually-hidden">Public name</span>}
            name="name"
            value={name}
            faults={faults}
            hint={hasNameSignIn ? `${SEEN} ${SAME_SIGN_IN}` : SEEN}
            input={{ required: true, maxlength: 80, autocomplete: "off", dir: "auto" }}
          />
          <button class="button-quiet">Rename</button>
        </form>
      </section>
      <section class="stack" aria-labelledby="data-heading">
        <h2 id="data-heading">Your data</h2>
        <p>
          <a href="/me/export" download>
            Download your data (ZIP)
          </a>
          <span class="soft">: all that is stored about you, as JSON, and your original files</span>
        </p>
      </section>
      <DeleteForm faults={faults} builds={builds} mayPay={isCustomer} />
    </>
  );
}
