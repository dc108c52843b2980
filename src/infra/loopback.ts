/** Whether a host name, as a parsed URL has it, always leads to the machine itself. */
export function isLoopbackName(hostname: string): boolean {
  return (
    hostname === "localhost" || hostname === "[::1]" || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname)
  );
}
