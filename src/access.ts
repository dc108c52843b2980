/**
 * The scopes of personal access tokens. `read` allows reading what the account of the token may read; `submit` allows
 * submitting, changing and deleting.
 */
export const scopes = ["read", "submit"] as const;

/** A scope of a personal access token: `read` or `submit`. */
export type Scope = (typeof scopes)[number];

/**
 * Who may do an action:
 * - `anybody`: everybody, also without signing in;
 * - `signed in`: every account, with its own data;
 * - `owner`: the account that owns the resource; a run is owned by the account that submitted it;
 * - `signed in if unowned`: every account, where nobody owns the resource;
 * - `admin`: every account with the role admin, and only by a session.
 */
type Who = "anybody" | "signed in" | "owner" | "signed in if unowned" | "admin";

/** Who may do one action, and by which credential. */
interface Access {
  who: readonly Who[];
  /**
   * The scope that a personal access token needs for the action; null if the action needs a session and no token
   * suffices.
   */
  scope: Scope | null;
  /** True if a caller who may not do the action is told that the resource does not exist. */
  isHidden?: true;
  /** True if the session of a suspended account may do the action. */
  isOpenToSuspended?: true;
}

/**
 * Who may do each action. No other code decides who may do what: routes name their action, and the policies of the
 * features are made from the rows of this table. `docs/access.md` shows the table to people.
 */
export const accessTable = {
  "sign in": { who: ["anybody"], scope: null },
  "sign out": { who: ["signed in"], scope: null, isOpenToSuspended: true },
  "read one's account": { who: ["signed in"], scope: "read" },
  "change one's account": { who: ["signed in"], scope: null },
  "export one's account": { who: ["signed in"], scope: null, isOpenToSuspended: true },
  "delete one's account": { who: ["signed in"], scope: null, isOpenToSuspended: true },
  "list one's sessions": { who: ["signed in"], scope: null },
  "end a session": { who: ["owner"], scope: null, isHidden: true },
  "list one's tokens": { who: ["signed in"], scope: null },
  "make a token": { who: ["signed in"], scope: null },
  "revoke a token": { who: ["owner"], scope: null, isHidden: true },
  "make a build": { who: ["signed in"], scope: "submit" },
  "list one's builds": { who: ["signed in"], scope: "read" },
  "change a build": { who: ["owner"], scope: "submit" },
  "delete a build": { who: ["owner", "admin"], scope: "submit" },
  "attach a result to a build": { who: ["owner", "signed in if unowned"], scope: "submit" },
  "inspect a file": { who: ["signed in"], scope: "submit" },
  "see what is hidden": { who: ["owner", "admin"], scope: "read" },
  "see the owner's form of a run": { who: ["owner", "admin"], scope: "read" },
  "download the file of a run": { who: ["owner"], scope: "read" },
  "change a run": { who: ["owner"], scope: "submit" },
  "delete a run": { who: ["owner", "admin"], scope: "submit" },
  "report a payment": { who: ["anybody"], scope: null },
  "look at the queues": { who: ["admin"], scope: null },
  "read what is public": { who: ["anybody"], scope: null },
} as const satisfies Record<string, Access>;

/** The name of an action that a caller may or may not do: a key of `accessTable`. */
export type Action = keyof typeof accessTable;

/** The actions that everybody may do, also without signing in. */
export type PublicAction = {
  [A in Action]: "anybody" extends (typeof accessTable)[A]["who"][number] ? A : never;
}[Action];

/** Returns who may do an action, and by which credential: the row of the action in `accessTable`. */
export function accessTo(action: Action): Access {
  return accessTable[action];
}
