/** Text, links and frames keep a contrast of 4.5 to 1 in the light and the dark scheme of a browser, and fit on a phone. */
const STYLE = `
:root{color-scheme:light dark;--link:#0b57d0;--line:#8c959f;--soft:#57606a;background:Canvas;color:CanvasText}
@media(prefers-color-scheme:dark){:root{--link:#8ab4f8;--line:#6e7681;--soft:#a8b1bb}}
body{font:1rem/1.55 system-ui,sans-serif;max-width:40rem;margin:clamp(1.5rem,6vw,4rem) auto;padding:0 1rem;overflow-wrap:anywhere}
h1{font-size:1.75rem;line-height:1.25;margin:0 0 1rem;text-wrap:balance}
h2{font-size:1rem;margin:1.75rem 0 .25rem}
ul{margin:0;padding:0;list-style:none}
li{padding:.2rem 0}
a{color:var(--link);text-underline-offset:.15em}
form{display:flex;flex-wrap:wrap;gap:.5rem;margin:1.75rem 0 0}
label{flex-basis:100%;font-weight:bold}
input{flex:1 1 12rem;min-width:0}
input,button{font:inherit;padding:.4rem .75rem;border:1px solid var(--line);border-radius:.375rem}
::placeholder{color:var(--soft);opacity:1}
small{color:var(--soft)}
`;

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
