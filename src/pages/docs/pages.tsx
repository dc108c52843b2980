import type { DocsAssets } from "../../openapi/docs-assets.ts";
import { definePage } from "../layout/define-page.tsx";
import type { Page } from "../layout/site.ts";

/** Dependencies of the page that shows the contract of the API. */
export interface DocsPagesDeps {
  docsAssets: () => Promise<DocsAssets>;
}

/** Creates the page that shows the contract of the API and sends sample requests. */
export function createDocsPages({ docsAssets }: DocsPagesDeps): Page[] {
  return [
    (site) =>
      definePage({
        path: "/docs",
        summary: "Every call of the API, where each call can be tried",
        action: "read what is public",
        handler: async () => ({
          title: "The API",
          description: `Every call of the API of ${site.name}, with examples, to be tried in the browser.`,
          body: <DocsView name={site.name} version={(await docsAssets()).version} />,
        }),
      })(site),
  ];
}

/**
 * The page of the API's documentation.
 * @param props.version the version of the script and style sheet of the page, which is a part of their addresses
 */
function DocsView({ name, version }: { name: string; version: string }) {
  return (
    <article class="stack">
      <link rel="stylesheet" href={`/docs/${version}/swagger-ui.css`} />
      <header>
        <h1>The API of {name}</h1>
        <p class="soft">
          Programs read and send results by these calls, which are described in the{" "}
          <a href="/openapi.json">OpenAPI document</a>. To read or send results without a program, use{" "}
          <a href="/">the pages of this site</a>.
        </p>
        <p class="soft">
          Calls with a lock need a sign-in. A program sends a token, which you make under{" "}
          <a href="/me/tokens">Access</a> of your account: <code>Authorization: Bearer &lt;token&gt;</code>. A
          few calls of your account only work in a browser that is signed in. What is public needs neither.
        </p>
      </header>
      <div id="swagger-ui" class="docs" />
      <noscript>
        <p>This page needs JavaScript. The OpenAPI document has the same content.</p>
      </noscript>
      <script src={`/docs/${version}/swagger-ui-bundle.js`} />
      <script src={`/docs/${version}/start.js`} />
    </article>
  );
}
