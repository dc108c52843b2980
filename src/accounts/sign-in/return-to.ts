const MAX_CHARACTERS = 2048;

/**
 * Returns whether a text is a path of this service to which the service may send a browser. Browsers read "//host" and
 * "/\host" as the address of another host, and drop tabs and line ends in an address. So the path may contain only
 * visible ASCII characters, and no backslash.
 */
export function isLocalPath(text: string): boolean {
  return text.length <= MAX_CHARACTERS && /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(text);
}

/**
 * Returns the whole URL of a path of this service. Because the URL names the host, no browser takes the path for
 * another host's address.
 */
export function urlOfPath(path: string, publicUrl: string): string {
  return publicUrl + path;
}
