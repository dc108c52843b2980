import type { OwnAccountAnswer } from "../../accounts/index.ts";

/** The pages on which the visitor pays for a tier. Each is absent if there is no such page for the visitor. */
export type PayingPages = Pick<OwnAccountAnswer, "billing_url" | "billing_portal_url">;

/** Links to the pages on which the visitor pays for a tier; nothing where there are none. */
export function BillingLinks({ billing_url, billing_portal_url }: PayingPages) {
  if (billing_url === undefined && billing_portal_url === undefined) return null;
  return (
    <p class="row">
      {billing_url !== undefined && <a href={billing_url}>Pay for more runs a month</a>}
      {billing_portal_url !== undefined && <a href={billing_portal_url}>Change or end your subscription</a>}
    </p>
  );
}
