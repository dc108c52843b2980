import { escapeText } from "../../charts/svg-text.ts";
import { CopyField } from "../layout/copy-field.tsx";

/** What a visitor may share of a run. */
export interface Shared {
  /** Absolute URL of the page of the run. */
  link: string;
  /** Absolute URL of a picture of the run, which any site may show. */
  picture: string;
  /** Describes the picture, without names from people or files. */
  alt: string;
}

/** The link to a run, and the picture of the run as HTML and Markdown for other sites, each of them to copy. */
export function ShareRun({ link, picture, alt }: Shared) {
  const html = `<a href="${escapeText(link)}"><img src="${escapeText(picture)}" alt="${escapeText(alt)}"></a>`;
  return (
    <section class="stack" aria-labelledby="share">
      <h2 id="share">Share</h2>
      <CopyField id="share-link" label="The address of this page" what="the link" value={link} />
      <details>
        <summary>Embed the picture on another site</summary>
        <div class="stack folded">
          <CopyField id="share-html" label="HTML, for a page" what="the HTML" value={html} rows={4} />
          <CopyField
            id="share-markdown"
            label="Markdown, for a forum or a chat"
            what="the Markdown"
            value={`[![${alt}](${picture})](${link})`}
            rows={4}
          />
        </div>
      </details>
    </section>
  );
}
