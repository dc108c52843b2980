import type { Fault } from "../../errors.ts";
import { DeleteForm } from "./delete-form.tsx";

interface SuspendedActsProps {
  /** The link by which people reach the operator; null if there is none. */
  contact: string | null;
  /** The faults of the form that deletes the account. */
  faults?: readonly Fault[];
  /** Whether the person has paid for a tier, if it is known. */
  isCustomer?: boolean;
}

/** What the person of a suspended account may still do: contact the operator, and export and delete the account. */
export function SuspendedActs({ contact, faults = [], isCustomer = false }: SuspendedActsProps) {
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
        and delete your account.
      </p>
      <DeleteForm faults={faults} isCustomer={isCustomer} />
    </div>
  );
}
