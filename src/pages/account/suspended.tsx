import type { Fault } from "../../errors.ts";
import { DeleteForm } from "./delete-form.tsx";

interface SuspendedActsProps {
  /** The link by which people reach the operator; null if there is none. */
  contact: string | null;
  /** The faults of the form that deletes the account. */
  faults?: readonly Fault[];
}

/**
 * What the person of a suspended account may still do: contact the operator, export and delete the account, and sign
 * out. Nobody need be signed in to read this, so the warning about subscriptions is for everybody.
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
