import { z } from "zod";
import type { Accounts } from "../../accounts/index.ts";
import type { RunViews } from "../../benchmarks/index.ts";
import type { Builds } from "../../builds/index.ts";
import { formatMonth } from "../../charts/format-day.ts";
import { NotFoundError } from "../../errors.ts";
import { queryInteger } from "../../validation/paging.ts";
import { definePage } from "../layout/define-page.tsx";
import type { Page } from "../layout/site.ts";
import { hrefOfPerson } from "../lists/owner-link.tsx";
import { PersonView, shortIdOf } from "./person-view.tsx";

const BUILDS_A_PAGE = 24;
const MAX_PAGE = 500;
const MAX_ID_CHARACTERS = 64;

/** Dependencies of the page of a person. */
export interface PeoplePagesDeps {
  accounts: Pick<Accounts, "publicDataOf">;
  builds: Pick<Builds, "presentShownOf">;
  runViews: Pick<RunViews, "listNewestOf">;
}

/** Creates the page of a person. */
export function createPeoplePages(deps: PeoplePagesDeps): Page[] {
  return [personPage(deps)];
}

/**
 * The page of a person. Everybody can open the page as long as the person has a public build: without a public build,
 * no other page shows the name of the account. The page does not say whether the account is suspended.
 */
const personPage = ({ accounts, builds, runViews }: PeoplePagesDeps) =>
  definePage({
    path: "/u/:account_id",
    summary: "A person: the public name, the public builds, and the newest results on them",
    action: "read what is public",
    params: z.object({ account_id: z.string().min(1).max(MAX_ID_CHARACTERS) }),
    query: z.object({ page: queryInteger(z.int().min(1).max(MAX_PAGE)).default(1) }),
    handler: async ({ params: { account_id }, query: { page }, caller }) => {
      const [person, shown, results] = await Promise.all([
        accounts.publicDataOf(account_id),
        builds.presentShownOf(account_id, { page, limit: BUILDS_A_PAGE }),
        page === 1 ? runViews.listNewestOf(account_id) : [],
      ]);
      const isOwn = caller?.account_id === account_id;
      // Look for a build on the first page, too: a later page of the list is empty if the list ends before that page.
      const isAnyPublic =
        shown.results.length > 0 ||
        (page > 1 && (await builds.presentShownOf(account_id, { page: 1, limit: 1 })).results.length > 0);
      if (!person || (!isAnyPublic && !isOwn))
        throw new NotFoundError("There is no such person, or the person has no public build.");
      return {
        // Add the beginning of the account's id to the title, because names of people are not unique.
        title: `${person.name} (${shortIdOf(account_id)})`,
        description: `Builds and results of ${person.name}, member since ${formatMonth(person.created_at)}.`,
        body: <PersonView {...{ person, builds: shown, page, results, isOwn }} />,
        reportPath: hrefOfPerson(account_id),
        showsTray: true,
      };
    },
  });
