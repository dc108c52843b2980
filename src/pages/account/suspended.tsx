import type { Fault } from "../../errors.ts";
import { DeleteForm } from "./delete-form.tsx";

interface SuspendedActsProps {
  /** The link by which people reach the operator; null if the operator has set no link. */
  contact: string | null;
  /** The faults of the form that deletes the account. */
  faults?: readonly Fault[];
}

/**
 * The links and forms that the owner of a suspended account may still use: contact the operator, export and delete the
 * account, and sign out. The warning about subscriptions is always shown, because visitors need not be signed in to see
 * this page.
 */
export function SuspendedActs({ contact, faults = [] }: SuspendedActsProps) {
  return (
    <div class="stack">
      {contact !== null && (
        <p>
          <a class="button" href={contact}>
            Contact the operator
          </a>
        </p>
      )}
      <p>
        Where you are still signed in, you may{" "}
        <a href="/me/export" download>
          download all that is kept on you
        </a>{" "}
        and delete your account, or sign out.
      </p>
      <form method="post" action="/me/sign-out">
        <button class="button-quiet">Sign out</button>
      </form>
      <DeleteForm faults={faults} mayPay />
    </div>
  );
}
