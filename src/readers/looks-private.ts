const PATH = /\\|^[a-z]:\/|^~?\/(?!\d)\S|\/(?:home|users)\//i;
const MAIL = /[^\s@]@[^\s@]+\.\p{L}/u;

/**
 * Whether a text that people may have typed themselves looks like a path or an email address. Such a text must not
 * become public.
 */
export function looksPrivate(text: string): boolean {
  return PATH.test(text) || MAIL.test(text);
}
