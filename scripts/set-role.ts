import { parseArgs } from "node:util";
import { roles, type Role } from "../src/authorization.ts";
import { runScript } from "./run-script.ts";

// Sets an account's role, from the next request on. docs/access.md says what an admin may do.

const isRole = (text: string): text is Role => (roles as readonly string[]).includes(text);

await runScript({
  name: "set-role",
  usage: `Usage: set-role --account <account_id> --role <${roles.join("|")}>
  --account: GET /me shows it. docs/access.md says what an admin may do
Example: npm run set-role -- --account 9f86d081884c7d65 --role admin`,
  readArguments: (args) => {
    const { values } = parseArgs({
      args,
      options: { account: { type: "string" }, role: { type: "string" } },
    });
    const { account, role = "" } = values;
    if (!account) throw new Error("--account: expected an account_id (GET /me shows it), found nothing");
    if (!isRole(role))
      throw new Error(`--role: expected one of ${roles.join(", ")}, found ${role || "nothing"}`);
    return { account, role };
  },
  run: async ({ account, role }, { accounts, securityEvents }) => {
    const changed = await accounts.setRole(account, role);
    if (!changed) throw new Error(`--account: no account has the id ${account}`);
    securityEvents.record("role_changed", { account_id: account, address: null, role });
    console.log(`${changed.name} (${account}) has the role ${role}`);
    return true;
  },
});
