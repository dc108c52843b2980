import type { Config } from "../../config.ts";
import { addressOf } from "../lists/addresses.ts";

interface DownloadProps {
  headline: string;
  benchmarkId: number;
  variant: string | undefined;
  /** The terms under which the operator publishes the results; undefined if the operator has named none. */
  terms: Config["DATA_TERMS"];
}

/** The links that download all results of a ranking, and the terms under which they may be used. */
export function Download({ headline, benchmarkId, variant, terms }: DownloadProps) {
  const hrefOf = (format: string) =>
    addressOf(`/benchmarks/${benchmarkId}/results`, [
      ...(variant === undefined ? [] : [["variant", variant] as const]),
      ["format", format],
    ]);
  return (
    <section class="stack download" aria-labelledby="download">
      <h2 id="download">All results as data</h2>
      <p>
        Every ranked result of <bdi>{headline}</bdi>, with any parts and settings: hardware, score and
        figures, without names of people or builds. The newest results can be missing for a few seconds.
      </p>
      <ul class="links">
        <li>
          <a href={hrefOf("csv")} rel="nofollow" download>
            Download all results (CSV)
          </a>
        </li>
        <li>
          <a href={hrefOf("ndjson")} rel="nofollow" download>
            For programs (a line of JSON for each result)
          </a>
        </li>
      </ul>
      <p class="note">
        <Terms terms={terms} />
      </p>
    </section>
  );
}

function Terms({ terms }: Pick<DownloadProps, "terms">) {
  if (!terms)
    return (
      <>
        The operator of this site states no terms of use for these data: ask before you publish them
        elsewhere.
      </>
    );
  const { text, href } = terms;
  return <>Terms of use: {href === undefined ? text : <a href={href}>{text}</a>}</>;
}
