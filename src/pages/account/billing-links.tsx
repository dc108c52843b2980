import type { OwnAccountAnswer } from "../../accounts/index.ts";

/** The pages on which the visitor pays for a tier. Each is absent if there is no such page for the visitor. */
export type PayingPages = Pick<OwnAccountAnswer, "billing_url" | "billing_portal_url">;

/** Returns whether there is a page on which the visitor pays for a tier. */
export const hasPayingPages = ({ billing_url, billing_portal_url }: PayingPages): boolean =>
  billing_url !== undefined || billing_portal_url !== undefined;

/**
 * Links to the pages on which the visitor pays for a tier. Renders nothing if the operator has set no such pages.
 * Somebody who has paid already gets the page of the subscription first, because the page of payments would begin
 * another subscription.
 */
export function BillingLinks(pages: PayingPages) {
  const { billing_url, billing_portal_url } = pages;
  if (!hasPayingPages(pages)) return null;
  return (
    <p class="row">
      {billing_portal_url !== undefined && <a href={billing_portal_url}>Change or end your subscription</a>}
      {billing_url !== undefined && <a href={billing_url}>Pay for more results a month</a>}
      {billing_url !== undefined && billing_portal_url !== undefined && (
        <span class="note">This begins a second subscription. End the present one first.</span>
      )}
    </p>
  );
}
