/**
 * Whether a host name, in the form that a parsed URL gives it, always leads to this machine: `localhost` or a loopback
 * address.
 */
export function isLoopbackName(hostname: string): boolean {
  return (
    hostname === "localhost" || hostname === "[::1]" || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname)
  );
}
