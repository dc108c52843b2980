import { accessTo, type Action, type Scope } from "./access.ts";
import { NotAllowedError } from "./errors.ts";

/** The signed-in sender of a request, with the tier and the role of the account at this moment. */
export interface Caller {
  account_id: string;
  name: string;
  tier: string;
  /** The role of the account. A caller with a token always has the role `user`, because admins act by sessions only. */
  role: Role;
  credential: Credential;
  /** Why the account is suspended; absent if the account is not suspended. */
  suspended_for?: string;
  /** True if the account has paid for a tier at the payment provider, now or earlier. */
  is_customer?: boolean;
}

/** The roles that an account may have. */
export const roles = ["user", "admin"] as const;

/** A role of an account: `user` or `admin`. */
export type Role = (typeof roles)[number];

/** How a caller is authenticated: by the cookie of a session, or by a personal access token with these scopes. */
type Credential = { kind: "session" } | { kind: "token"; scopes: readonly Scope[] };

/** The fields of a caller that decide what the caller may do. */
export type Actor = Pick<Caller, "account_id" | "role" | "credential">;

/**
 * Returns whether the credential of a caller (session or token with scopes) suffices for an action. The check does not
 * consider who the caller is.
 */
export function isCredentialEnough({ credential }: Pick<Actor, "credential">, action: Action): boolean {
  const { who, scope } = accessTo(action);
  if (credential.kind === "session" || who.includes("anybody")) return true;
  return scope !== null && credential.scopes.includes(scope);
}

/**
 * Creates the policy of one kind of resource out of the rows of the table in `access.ts`.
 * @param ownerOf returns the account that owns a resource; null if no account owns it
 * @param refusals the message to a caller who may not do an action; null if the service refuses nobody but shows less
 * to callers who may not do the action
 */
export function createPolicy<Resource, A extends Action>(
  ownerOf: (resource: Resource) => string | null,
  refusals: Record<A, ((resource: Resource) => string) | null>,
) {
  const allows = (actor: Actor | null, action: A, resource: Resource): boolean =>
    isAllowed(actor, action, ownerOf(resource));
  return {
    /** Returns whether a caller, or somebody who is not signed in (null), may do an action on a resource. */
    allows,
    /**
     * Requires that the caller may do an action on a resource.
     * @throws NotAllowedError where the caller may not
     */
    require: (actor: Actor | null, action: A, resource: Resource): void => {
      if (allows(actor, action, resource)) return;
      throw new NotAllowedError(refusals[action]?.(resource) ?? `You may not ${action}.`);
    },
  };
}

function isAllowed(actor: Actor | null, action: Action, ownerId: string | null): boolean {
  const { who } = accessTo(action);
  if (who.includes("anybody")) return true;
  if (actor === null || !isCredentialEnough(actor, action)) return false;
  if (who.includes("signed in")) return true;
  if (who.includes("admin") && actor.role === "admin" && actor.credential.kind === "session") return true;
  return ownerId === null
    ? who.includes("signed in if unowned")
    : who.includes("owner") && ownerId === actor.account_id;
}
