import { isIPv4, isIPv6 } from "node:net";

const GROUPS = 8;
/**
 * The number of leading groups of an IPv6 address that identify a customer: a provider gives each customer at least a
 * /64.
 */
const CUSTOMER_GROUPS = 4;
/** The groups before the IPv4 address in an IPv4-mapped IPv6 address such as `::ffff:192.0.2.1` (RFC 4291, 2.5.5.2). */
const MAPPED_PREFIX = "0:0:0:0:0:ffff";

/**
 * Returns the key under which the requests of an address are counted: an IPv4 address itself, even if it is written as
 * IPv6; the /64 of an IPv6 address, because one client may use all addresses of a /64. A port after the address is left
 * out. All texts that are not addresses share the key `unknown`.
 */
export function addressGroup(address: string): string {
  const bare = withoutPort(address.trim());
  if (isIPv4(bare)) return bare;
  if (!isIPv6(bare)) return "unknown";
  const groups = groupsOf(bare);
  if (groups.slice(0, 6).join(":") === MAPPED_PREFIX) return ipv4Of(groups.slice(6));
  return `${groups.slice(0, CUSTOMER_GROUPS).join(":")}::/64`;
}

/**
 * Returns an address without its port: proxies may name a client with its port, as `192.0.2.1:443` or
 * `[2001:db8::1]:443`.
 */
export function withoutPort(address: string): string {
  if (address.startsWith("[")) return address.slice(1, address.lastIndexOf("]"));
  const [host = "", port, ...more] = address.split(":");
  return port !== undefined && more.length === 0 ? host : address;
}

/** Returns the eight groups of an IPv6 address in hexadecimal, without leading zeros. */
function groupsOf(address: string): string[] {
  const [withoutZone = ""] = address.split("%");
  const [head = "", tail] = withoutZone.split("::");
  const before = parse(head);
  const after = tail === undefined ? [] : parse(tail);
  const zeros = Array.from({ length: GROUPS - before.length - after.length }, () => "0");
  return [...before, ...zeros, ...after];
}

function parse(part: string): string[] {
  if (part === "") return [];
  return part.split(":").flatMap((group) => {
    if (!group.includes(".")) return [Number.parseInt(group, 16).toString(16)];
    const [a = 0, b = 0, c = 0, d = 0] = group.split(".").map(Number);
    return [(a * 256 + b).toString(16), (c * 256 + d).toString(16)];
  });
}

function ipv4Of(groups: readonly string[]): string {
  return groups
    .map((group) => Number.parseInt(group, 16))
    .flatMap((value) => [Math.floor(value / 256), value % 256])
    .join(".");
}
