import { BlockList, isIPv4, isIPv6 } from "node:net";
import type { Middleware } from "koa";
import type { TrustedProxies } from "../settings/trusted-proxies.ts";
import { withoutPort } from "../infra/address-group.ts";

/**
 * Creates the functions that tell proxies from clients.
 * @param trusted the proxies that may name the address of a client, as in TRUST_PROXY
 */
export function createProxies(trusted: TrustedProxies) {
  const isTrusted = typeof trusted === "number" ? isAmongNearest(trusted) : isListed(trusted);
  return {
    /** Whether the address from which a connection comes is the address of a trusted proxy. */
    isProxy: (address: string): boolean => isTrusted(address, 0),

    /**
     * Returns the address of the client that sent a request. Each proxy appends the address of its own client to
     * X-Forwarded-For. Therefore the addresses are read from the right, beginning with the address of the connection,
     * and the first address that is not the address of a proxy is the client. Further addresses to the left are only
     * claims of that client. If all addresses are addresses of proxies, the leftmost address counts.
     * @param peer the address from which the connection comes
     * @param forwardedFor the header X-Forwarded-For; the empty string if the request has none
     */
    clientOf: (peer: string, forwardedFor: string): string => {
      const forwarded = forwardedFor.split(",").map((address) => address.trim());
      const nearestFirst = [...forwarded.filter(Boolean), peer].toReversed();
      return nearestFirst.find((address, hop) => !isTrusted(address, hop)) ?? nearestFirst.at(-1) ?? peer;
    },
  };
}

/** Sets `context.ip` to the address of the client. Of all X-Forwarded-* headers, only X-Forwarded-For is read. */
export function findClient({ clientOf }: Pick<ReturnType<typeof createProxies>, "clientOf">): Middleware {
  return async (context, next) => {
    context.request.ip = clientOf(context.socket.remoteAddress ?? "", context.get("X-Forwarded-For"));
    await next();
  };
}

/**
 * Whether an address is the address of a trusted proxy.
 * @param hop the number of hops between this service and the address: 0 for the address from which the connection comes
 */
type IsTrusted = (address: string, hop: number) => boolean;

const isAmongNearest =
  (count: number): IsTrusted =>
  (_address, hop) =>
    hop < count;

function isListed(entries: readonly string[]): IsTrusted {
  const list = new BlockList();
  for (const entry of entries) {
    const [address = "", prefix] = entry.split("/");
    const family = isIPv4(address) ? "ipv4" : "ipv6";
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return (address) => {
    const [bare = ""] = withoutPort(address).split("%");
    return isIPv4(bare) ? list.check(bare) : isIPv6(bare) && list.check(bare, "ipv6");
  };
}
