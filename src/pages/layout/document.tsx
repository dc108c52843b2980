import { isolated } from "../../charts/isolated.ts";
import { Tray } from "../compare/tray.tsx";
import type { Site, View, Visit } from "./site.ts";
import { FEED } from "./feed-link.ts";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";
import { ReportLink } from "./report-link.tsx";

/** A whole page in HTML: head, header, the body of the view, footer. */
export function Document({ view, site, visit }: { view: View; site: Site; visit: Visit }) {
  const { title, description, body, scripts = [], styles = [] } = view;
  const { assets } = site;
  return (
    <html lang="en" data-theme={visit.theme}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title === null ? site.name : `${isolated(title)} · ${site.name}`}</title>
        {description !== undefined && <meta name="description" content={description} />}
        <meta name="color-scheme" content={visit.theme ?? "light dark"} />
        {(view.isUnlisted ?? false) && <meta name="robots" content="noindex" />}
        {view.refreshSeconds !== undefined && (
          <noscript>
            <meta http-equiv="refresh" content={String(view.refreshSeconds)} />
          </noscript>
        )}
        <link rel="icon" href={assets.hrefOf("icon.svg")} type="image/svg+xml" />
        <link rel="alternate" href={FEED.href} type="application/atom+xml" title={FEED.title} />
        {["style.css", ...styles].map((name) => (
          <link rel="stylesheet" href={assets.hrefOf(name)} />
        ))}
        {["site.js", "suggest.js", ...scripts].map((name) => (
          <script type="module" src={assets.hrefOf(name)} />
        ))}
        <Preview view={view} site={site} visit={visit} />
      </head>
      <body>
        <a class="skip" href="#main">
          Skip to the content
        </a>
        <Header name={site.name} visit={visit} hasLargeSearch={view.hasLargeSearch ?? false} />
        <main id="main">
          {view.showsTray && <Tray kept={visit.kept ?? []} address={visit.address} />}
          {body}
          {view.reportPath !== undefined && site.contactUrl !== undefined && (
            <ReportLink contactUrl={site.contactUrl} pageUrl={`${site.publicUrl}${view.reportPath}`} />
          )}
        </main>
        <Footer site={site} visit={visit} />
      </body>
    </html>
  );
}

/** Metadata for link previews in chats: the Open Graph protocol (ogp.me), and the extension of this protocol by X. */
function Preview({ view, site: { name, publicUrl }, visit }: { view: View; site: Site; visit: Visit }) {
  const { title, description, preview } = view;
  return (
    <>
      <meta property="og:site_name" content={name} />
      <meta property="og:type" content="website" />
      <meta property="og:title" content={title ?? name} />
      <meta property="og:url" content={`${publicUrl}${visit.address}`} />
      {description !== undefined && <meta property="og:description" content={description} />}
      {preview && <meta property="og:image" content={`${publicUrl}${preview.href}`} />}
      {preview && <meta property="og:image:alt" content={preview.alt} />}
      {preview && <meta property="og:image:type" content="image/png" />}
      {preview && <meta property="og:image:width" content={String(preview.width)} />}
      {preview && <meta property="og:image:height" content={String(preview.height)} />}
      <meta name="twitter:card" content={preview ? "summary_large_image" : "summary"} />
    </>
  );
}
