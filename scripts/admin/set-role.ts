import { roles } from "../../src/authorization.ts";
import { oneOf, option } from "../script-arguments.ts";
import { adminCommand } from "./command.ts";

const roleNamed = oneOf(roles);

/** The command that sets the role of an account, such as `admin`. */
export const setRole = adminCommand({
  name: "set-role",
  about: "Sets the role of an account, effective on its next request.",
  options: {
    account: option("<account_id>", "GET /me shows it", { isRequired: true }),
    role: option(`<${roles.join("|")}>`, "docs/access.md says what an admin may do", {
      isRequired: true,
      read: roleNamed,
    }),
  },
  example: "--account 9f86d081884c7d65 --role admin",
  hasOwnEvents: true,
  run: async ({ account, role }, { accounts, securityEvents }) => {
    const changed = await accounts.setRole(account, role);
    if (!changed) throw new Error(`--account: no account has the id ${account}`);
    securityEvents.record("role_changed", { account_id: account, address: null, role });
    console.log(`${changed.name} (${account}) has the role ${role}`);
  },
});
