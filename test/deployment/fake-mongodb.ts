/**
 * Returns a fake MongoDB with the functions that mongodb-setup calls. Like MongoDB, the fake lets a client that is
 * not logged in act only while there are no users.
 * @param state the state of the replica set, and the password of each user
 */
export function fakeMongoDb(state: {
  isInitiated: boolean;
  isPrimary: boolean;
  users: Record<string, string>;
}) {
  const calls: unknown[] = [];
  const updates: unknown[] = [];
  let loggedInAs: string | null = null;
  const mayAct = () => loggedInAs === "root" || Object.keys(state.users).length === 0;
  const admin = {
    auth: (user: string, password: string) => {
      if (state.users[user] !== password) throw new Error("Authentication failed.");
      loggedInAs = user;
      return { ok: 1 };
    },
    getUser: (user: string) => {
      if (loggedInAs !== "root") throw new Error("not authorized");
      return state.users[user] === undefined ? null : { user };
    },
    createUser: ({ user, pwd, roles }: { user: string; pwd: string; roles: unknown[] }) => {
      if (!mayAct()) throw Object.assign(new Error("not authorized"), { code: 13 });
      state.users[user] = pwd;
      calls.push({ user, roles });
    },
    updateUser: (user: string, { pwd, roles }: { pwd: string; roles: unknown[] }) => {
      if (loggedInAs !== "root") throw new Error("not authorized");
      state.users[user] = pwd;
      updates.push({ user, roles });
    },
  };
  const rs = {
    initiate: (config: unknown) => {
      if (!mayAct()) throw new Error("not authorized");
      calls.push(config);
      state.isInitiated = true;
    },
  };
  const db = {
    hello: () => ({ ...(state.isInitiated && { setName: "rs0" }), isWritablePrimary: state.isPrimary }),
    getSiblingDB: (name: string) => (name === "admin" ? admin : undefined),
  };
  return { rs, db, calls, updates, state };
}
