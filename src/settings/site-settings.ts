import { z } from "zod";

/**
 * Matches the links that pages may show. A link to https names its host, and a path begins with one slash, because
 * browsers read "//host" and "/\\host" as the address of another host.
 */
const LINK = /^(?:https:\/\/[^\s\\/?#][^\s\\]*|mailto:[^\s\\@]+@[^\s\\@]+|\/(?!\/)[^\s\\]*)$/;

/** A link that pages show: to a page over https, to an e-mail address, or to a path on the service's own host. */
const link = z
  .string()
  .refine(
    (text) => LINK.test(text) && URL.canParse(text, "https://host.invalid"),
    "expected a link that begins with https:// or mailto:, or a path that begins with /",
  );

/** The settings with which an operator names the site and its operator on the pages. */
export const siteSettings = {
  /**
   * The link by which people reach the operator: pages of builds and runs have a link "Report", and the answer to a
   * suspended account names the contact. Without the setting there is neither.
   */
  CONTACT_URL: link.optional(),
};
