import { isIP } from "node:net";
import { z } from "zod";
import { integer } from "./values.ts";

/**
 * The reverse proxies that are trusted to name the address of a client: how many proxies there are in front of the
 * service, or their addresses and networks.
 */
export type TrustedProxies = number | readonly string[];

const MAX_PROXIES = 10;
const EXPECTED = "addresses and networks of proxies, such as 127.0.0.1, 10.0.0.0/8 or 2001:db8::/32";

/** The format of TRUST_PROXY: a number of proxies, or addresses and networks with commas between them. */
export const trustedProxies = z.string().transform((text, context): TrustedProxies => {
  if (!/[.:]/.test(text)) {
    const count = integer(0, MAX_PROXIES).safeParse(text);
    if (count.success) return count.data;
    context.addIssue(`expected the number of proxies from 0 to ${MAX_PROXIES}, or ${EXPECTED}`);
    return z.NEVER;
  }
  const entries = text.split(",").map((part) => part.trim());
  for (const entry of entries) {
    if (!isAddressOrNetwork(entry))
      context.addIssue(`expected ${EXPECTED} instead of ${JSON.stringify(entry)}`);
  }
  return entries;
});

/**
 * Returns whether a text is an address, or a network in the notation of RFC 4632. A network of all addresses is no
 * network of proxies: if all addresses were trusted, each client could choose its address.
 */
function isAddressOrNetwork(text: string): boolean {
  const [address = "", prefix, ...more] = text.split("/");
  const family = isIP(address);
  if (family === 0 || address.includes("%") || more.length > 0) return false;
  return prefix === undefined || integer(1, family === 4 ? 32 : 128).safeParse(prefix).success;
}
