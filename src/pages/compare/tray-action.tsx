import { z } from "zod";
import type { Config } from "../../config.ts";
import { InvalidInputError } from "../../errors.ts";
import { pageBefore } from "../../http/page-before.ts";
import type { RouteContext } from "../../http/route.ts";
import { textsOf } from "../../validation/query-values.ts";
import { definePageAction } from "../layout/define-page-action.tsx";
import { faultsOfEach } from "./asked.ts";
import { ChooseView } from "./choose-view.tsx";
import { namesOf, type NamesDeps } from "./chosen-names.ts";
import { TRAY_PATH } from "./tick.tsx";
import { keyOf, NOTICE, type Notice } from "./tray.tsx";
import {
  comparedKinds,
  cookieOf,
  keptIn,
  MAX_KEPT,
  withMore,
  type ComparedKind,
  type KeptThing,
} from "./tray-cookie.ts";

/** Dependencies of the action that changes the tray. */
export interface TrayActionDeps extends NamesDeps {
  config: Pick<Config, "PUBLIC_URL">;
}

const texts = z.union([z.string(), z.array(z.string())]).optional();

/**
 * Creates the action that adds items (builds, runs or products) to the tray, or removes items from it. The tray is a
 * cookie of the visitor's browser. The service then redirects the browser to the page from which the form was sent.
 */
export const trayAction = (deps: TrayActionDeps) =>
  definePageAction({
    path: TRAY_PATH,
    summary: "Keep builds, runs or products to compare them later, or remove some of them",
    action: "read what is public",
    fields: z.object({ builds: texts, runs: texts, products: texts, remove: texts }),
    handler: async ({ context, fields }) => {
      const kept = keptIn(context);
      const removed = textsOf(fields.remove ?? "");
      if (removed.length > 0)
        return keep(
          deps,
          context,
          kept.filter((thing) => !removed.includes(keyOf(thing))),
        );
      const given = comparedKinds.map((kind) => ({ kind, ids: [...new Set(textsOf(fields[kind] ?? ""))] }));
      if (given.flatMap(({ ids }) => ids).length > MAX_KEPT)
        return { location: addressBefore(context, "full") };
      const more = await Promise.all(given.map(({ kind, ids }) => thingsOf(deps, kind, ids)));
      if (more.flat().length === 0) return { location: addressBefore(context, "nothing") };
      const all = withMore(kept, more.flat());
      return all ? keep(deps, context, all) : { location: addressBefore(context, "full") };
    },
    again: async ({ faults }) => ({
      title: "Compare",
      body: (
        <ChooseView asked={{ kind: "builds", ids: [], name: null, typed: [] }} names={[]} faults={faults} />
      ),
      showsTray: true,
    }),
  });

const keep = ({ config }: TrayActionDeps, context: RouteContext, things: readonly KeptThing[]) => ({
  location: addressBefore(context),
  cookies: [cookieOf(things, { isSecure: config.PUBLIC_URL.startsWith("https:") })],
});

/**
 * Looks up the names of items to add to the tray.
 * @throws InvalidInputError that names each item that does not exist
 */
async function thingsOf(deps: NamesDeps, kind: ComparedKind, ids: readonly string[]): Promise<KeptThing[]> {
  const faults = faultsOfEach(kind, ids);
  if (faults.length > 0) throw new InvalidInputError(faults);
  const names = await namesOf(deps, { kind, ids });
  return ids.map((id, index) => ({ kind, id, name: names[index] ?? "" }));
}

/**
 * Returns the address of the tray on the page from which a form was sent, with a notice in the query. If the request
 * does not name the page, the address is on the page of comparisons.
 */
function addressBefore(context: RouteContext, notice?: Notice): string {
  const [path = "", ...search] = (pageBefore(context) ?? "/compare").split("?");
  const pairs = search
    .join("?")
    .split("&")
    .filter((pair) => pair !== "" && !pair.startsWith(`${NOTICE}=`));
  const query = [...pairs, ...(notice ? [`${NOTICE}=${notice}`] : [])].join("&");
  return `${path}${query === "" ? "" : `?${query}`}#tray`;
}
