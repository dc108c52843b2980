import type { AuditEvent } from "../../src/infra/audit-trail.ts";
import { DAY_MS } from "../../src/infra/days.ts";
import { option } from "../script-arguments.ts";
import { adminCommand } from "./command.ts";

const HOUR_MS = 60 * 60 * 1000;

/** The command that lists the events of the audit trail. */
export const audit = adminCommand({
  name: "audit",
  about: `Lists who has done what to whose account or results, and why, the oldest first.
Sign-ins, tokens, exports, deletions, tiers, roles, moderation and commands; docs/privacy.md says for how long.`,
  options: {
    since: option(
      "<time>",
      "the age of the oldest event: days such as 30d, or hours such as 12h; default: 30d",
      {
        default: "30d",
        read: ageMs,
      },
    ),
    account: option("<account_id>", "only events by or about this account; default: all events"),
  },
  example: "--since 30d",
  hasOwnEvents: true,
  run: async ({ since, account }, { auditTrail, clock }) => {
    let count = 0;
    for await (const event of auditTrail.since(new Date(clock().getTime() - since))) {
      if (account !== undefined && event.who !== account && event.whose !== account) continue;
      console.log(lineOf(event));
      count += 1;
    }
    console.log(`${count} events`);
  },
});

/** Returns an event as a line: its time, its name, who has acted, whose account it concerns, and further facts. */
function lineOf({ at, event, who, whose, facts }: AuditEvent): string {
  const named = Object.entries(facts).map(([name, fact]) => `${name}=${JSON.stringify(fact)}`);
  return [at.toISOString(), event, `by ${who}`, `of ${whose ?? "nobody"}`, ...named].join("  ");
}

function ageMs(text: string): number {
  const [, amount, unit] = /^(\d{1,5})([dh])$/.exec(text) ?? [];
  if (amount === undefined) throw new Error(`expected an age such as 30d or 12h, found ${text || "nothing"}`);
  return Number(amount) * (unit === "d" ? DAY_MS : HOUR_MS);
}
