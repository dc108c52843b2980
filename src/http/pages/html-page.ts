const STYLE =
  "body{font:1rem/1.5 system-ui,sans-serif;max-width:40rem;margin:3rem auto;padding:0 1rem;color-scheme:light dark}" +
  "input,button{font:inherit}";

/**
 * The headers of a page. It runs nothing and loads nothing; its form leads to this service. Who has seen it asks for it again,
 * because a program gets another answer at the same address.
 */
export const pageHeaders: Readonly<Record<string, string>> = {
  "Content-Type": "text/html; charset=utf-8",
  "Content-Security-Policy":
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  Vary: "Accept",
};

/** Returns text as HTML shows it, also between quotation marks. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

/**
 * Returns a small page in HTML.
 * @param title text, which is also the heading
 * @param content HTML below the heading
 */
export function htmlPage(title: string, content: string): string {
  const text = escapeHtml(title);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${text}</title>
<style>${STYLE}</style>
<h1>${text}</h1>
${content}
</html>
`;
}
