import { escapeText } from "../../charts/svg-text.ts";
import { CopyField } from "./copy-field.tsx";

/** The link and the picture with which a visitor can share a run or a build. */
export interface Shared {
  /** Absolute URL of the page of the run or build. */
  link: string;
  /** Absolute URL of a picture of the run or build, which any site may show. */
  picture: string;
  /** Describes the picture, without names from people or files. */
  alt: string;
}

interface ShareProps extends Shared {
  /** The id of the heading. */
  headingId: string;
  /** The label of the field with the link. */
  label: string;
}

/**
 * The heading of a section, and texts to copy: the link to a run or a build, and its picture as HTML and as Markdown
 * for other sites. The page has to load the script `copy.js`.
 */
export function Share({ link, picture, alt, headingId, label }: ShareProps) {
  const html = `<a href="${escapeText(link)}"><img src="${escapeText(picture)}" alt="${escapeText(alt)}"></a>`;
  return (
    <>
      <h2 id={headingId}>Share</h2>
      <CopyField id="share-link" label={label} what="the link" value={link} />
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
    </>
  );
}
