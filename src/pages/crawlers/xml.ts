import { escapeText } from "../../charts/svg-text.ts";

/** Matches the characters that XML 1.0 forbids. */
const FORBIDDEN = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/** The first line of an XML document. */
export const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** Returns an XML element with a text. Removes characters that XML forbids, and escapes the XML special characters. */
export const textElement = (name: string, text: string): string =>
  `<${name}>${escapeText(text.replaceAll(FORBIDDEN, ""))}</${name}>`;
