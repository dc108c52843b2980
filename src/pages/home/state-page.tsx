import type { FindStoreStates } from "../../http/health-routes.ts";
import { Moment } from "../layout/figures.tsx";
import { definePage } from "../layout/define-page.tsx";

/** Dependencies of the status page of the service. */
export interface StatePageDeps {
  findStoreStates: FindStoreStates;
  clock: () => Date;
}

/** The functions of the service that do not work while a store is unavailable, by the name of the store. */
const neededFor: Readonly<Record<string, string>> = {
  mongodb: "Builds, results and accounts; signing in",
  redis: "Rankings, medians and sending results",
  meilisearch: "Search of hardware",
  s3: "New files, and files to download",
};

/** Creates the page that says which functions of the service work at the moment. */
export const createStatePage = ({ findStoreStates, clock }: StatePageDeps) =>
  definePage({
    path: "/state",
    summary: "What works for the moment, and what does not",
    action: "read what is public",
    // The page of the service's state has to open even if the stores are unavailable, so it does not read who is signed
    // in.
    isStatic: true,
    handler: async () => {
      const states = Object.entries(await findStoreStates());
      // Show the time in whole minutes, so that the page stays the same for a minute and a reload costs only a 304.
      const checkedAt = new Date(clock().setSeconds(0, 0)).toISOString();
      const isWhole = states.every(([, state]) => state === "up");
      return {
        title: "Status of the service",
        isUnlisted: true,
        body: (
          <article class="narrow">
            <h1>Status of the service</h1>
            <p class="lead">
              {isWhole
                ? "Everything works."
                : "Something does not work for the moment. Try again in a few minutes."}
            </p>
            <dl class="facts">
              {states.map(([store, state]) => (
                <>
                  <dt>{neededFor[store] ?? store}</dt>
                  <dd>
                    {state === "up" ? (
                      <span class="badge badge-good">works</span>
                    ) : (
                      <span class="badge badge-bad">does not answer</span>
                    )}
                  </dd>
                </>
              ))}
            </dl>
            <p class="note">
              Checked on <Moment at={checkedAt} />. <a href="/health/ready">This status as JSON</a>
            </p>
          </article>
        ),
      };
    },
  });
