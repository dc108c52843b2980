/** A link by which a reader reports the content of a page to the operator. */
export function ReportLink({ contactUrl, pageUrl }: { contactUrl: string; pageUrl: string }) {
  return (
    <p class="note">
      <a href={reportHrefOf(contactUrl, pageUrl)} rel="nofollow">
        Report
      </a>
    </p>
  );
}

/**
 * Returns the link to the operator that carries the address of a page: as subject and body of an e-mail, or as the
 * query parameter `about` of a web page.
 */
function reportHrefOf(contactUrl: string, pageUrl: string): string {
  const [target = "", fragment] = contactUrl.split("#", 2);
  const about = encodeURIComponent(pageUrl);
  const query = target.startsWith("mailto:") ? `subject=Report%20${about}&body=${about}` : `about=${about}`;
  const href = `${target}${target.includes("?") ? "&" : "?"}${query}`;
  return fragment === undefined ? href : `${href}#${fragment}`;
}
