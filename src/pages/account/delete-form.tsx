import type { Fault } from "../../errors.ts";
import { countText } from "../builds/words.ts";
import { Field } from "../layout/field.tsx";

/** Word that the user types to confirm the deletion of the account. */
export const CONFIRMATION = "delete";

interface DeleteFormProps {
  faults: readonly Fault[];
  /** The number of builds that the deletion of the account removes; absent if this number is unknown. */
  builds?: number;
  /** Whether the visitor may have a paid subscription, which the deletion of the account would not cancel. */
  mayPay: boolean;
}

/**
 * Returns the sentence that says what the deletion of an account removes. If the account has no builds, or their number
 * is unknown, the sentence names no number.
 */
function lossText(builds: number | undefined): string {
  const lost = builds === undefined || builds === 0 ? "builds" : countText(builds, "build");
  return `Your ${lost} with all results and files, your tokens and your sessions go with it.`;
}

/**
 * Form that deletes an account. A deletion cannot be undone, so the form lists the lost data and asks for a typed word.
 */
export function DeleteForm({ faults, builds, mayPay }: DeleteFormProps) {
  return (
    <section class="card stack danger" aria-labelledby="delete-heading">
      <h2 id="delete-heading">Delete your account</h2>
      <p>{lossText(builds)} This cannot be undone.</p>
      {mayPay && <p>A subscription that you pay does not end with your account: end it first.</p>}
      <form class="row account-form" method="post" action="/me/delete">
        <Field
          label={`Type “${CONFIRMATION}” to confirm`}
          name="confirmation"
          faults={faults}
          input={{ required: true, autocomplete: "off", autocapitalize: "off", spellcheck: false }}
        />
        <button class="button-danger">Delete my account</button>
      </form>
    </section>
  );
}
