import { z } from "zod";
import { json } from "./values.ts";

const MAX_SITE_NAME_CHARACTERS = 40;
const MAX_LINKS = 10;
const MAX_LABEL_CHARACTERS = 40;
const MAX_TERMS_CHARACTERS = 200;

/** A text that pages show in one line, without control characters and other invisible characters. */
const line = (maxCharacters: number) => {
  const expected = `expected 1 to ${maxCharacters} visible characters in one line`;
  return z
    .string()
    .trim()
    .regex(/^[^\p{C}\p{Zl}\p{Zp}]+$/u, expected)
    .max(maxCharacters, expected);
};

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

const footerLinks = json(
  z
    .array(z.strictObject({ label: line(MAX_LABEL_CHARACTERS), href: link }))
    .max(MAX_LINKS, `expected at most ${MAX_LINKS} links`),
  '[{"label":"Imprint","href":"https://bench.example/imprint"}]',
);

const dataTerms = json(
  z.strictObject({ text: line(MAX_TERMS_CHARACTERS), href: link.optional() }),
  '{"text":"CC BY 4.0","href":"https://creativecommons.org/licenses/by/4.0/"}',
);

/**
 * The settings of the texts and links that pages show for an operator: the name of the site, the link to reach the
 * operator, further links, and the terms of the published results.
 */
export const siteSettings = {
  /** The name of the site on every page, in previews in chats and on the page of the API's documentation. */
  SITE_NAME: line(MAX_SITE_NAME_CHARACTERS).default("PC Benchmarks"),
  /**
   * The link by which people reach the operator: in the footer of every page, in the links "Report" on pages of builds
   * and runs, and in the answer to a suspended account. Without this setting, pages and answers have no such link.
   */
  CONTACT_URL: link.optional(),
  /** Further links in the footer of every page, as JSON: each with its label and its target. */
  FOOTER_LINKS: footerLinks.default([]),
  /**
   * The terms under which the operator publishes all results for download, as JSON: a text and, optionally, a link to
   * the terms. Pages of rankings show them beside the download.
   */
  DATA_TERMS: dataTerms.optional(),
};
