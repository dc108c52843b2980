import type { Config } from "./config.ts";

/** Returns the operator's links in the order in which pages show them: FOOTER_LINKS, then the link to the operator. */
export const operatorLinks = ({
  CONTACT_URL,
  FOOTER_LINKS,
}: Pick<Config, "CONTACT_URL" | "FOOTER_LINKS">) => [
  ...FOOTER_LINKS,
  ...(CONTACT_URL === undefined ? [] : [{ label: "Contact", href: CONTACT_URL }]),
];
