import { findKind } from "../../kinds/kinds.ts";
import { headingOf } from "../../kinds/words.ts";
import { TRAY_PATH } from "./tick.tsx";
import { groupOf, type KeptThing } from "./tray-cookie.ts";

/**
 * The query parameter with which the redirect says why nothing was added to the tray; the values are the keys of
 * `notices`.
 */
export const NOTICE = "kept";
const notices = {
  nothing: "Nothing was selected. Select what you want to keep, then press the button again.",
  full: "There is no room for more: at most four products of a kind, eight builds or eight runs are compared, and at most twelve things are kept in total. Remove some first.",
} as const;

/** The value of the query parameter `kept`: why nothing was added to the tray. */
export type Notice = keyof typeof notices;

interface TrayProps {
  kept: readonly KeptThing[];
  address: string;
}

/**
 * The tray: the builds, runs and products that a visitor has stored to compare them, in groups of comparable items,
 * with buttons that remove items. Renders nothing for an empty tray, unless the address has a notice.
 */
export function Tray({ kept, address }: TrayProps) {
  const notice = noticeIn(address);
  if (kept.length === 0 && notice === undefined) return null;
  const groups = [...new Set(kept.map(groupOf))];
  return (
    <section class="tray" id="tray" aria-label="Kept to compare">
      {notice !== undefined && <output>{notice}</output>}
      {groups.map((group) => (
        <Group key={group} group={group} things={kept.filter((thing) => groupOf(thing) === group)} />
      ))}
    </section>
  );
}

function noticeIn(address: string): string | undefined {
  const name = new URLSearchParams(address.split("?")[1] ?? "").get(NOTICE) ?? "";
  return Object.hasOwn(notices, name) ? notices[name as Notice] : undefined;
}

function Group({ group, things }: { group: string; things: readonly KeptThing[] }) {
  const [{ kind }] = things as [KeptThing];
  const heading = headingOfGroup(group);
  return (
    <form class="row" method="post" action={TRAY_PATH}>
      <b>{heading}</b>
      <ul class="chips">
        {things.map((thing) => (
          <li key={thing.id} class="chip">
            <bdi>{thing.name}</bdi>
            <button name="remove" value={keyOf(thing)} aria-label={`Remove ${thing.name}`}>
              ×
            </button>
          </li>
        ))}
      </ul>
      {things.length > 1 ? (
        <a class="button" href={`/compare?${kind}=${things.map(({ id }) => id).join(",")}`}>
          Compare
        </a>
      ) : (
        <span class="note">Keep one more to compare.</span>
      )}
      <button
        class="button-quiet"
        name="remove"
        value={things.map(keyOf).join(",")}
        aria-label={`Remove all: ${heading}`}
      >
        Remove all
      </button>
    </form>
  );
}

/**
 * Returns the key of an item (a build, run or product) of the tray, which the form sends to remove the item:
 * "builds:17".
 */
export const keyOf = ({ kind, id }: Pick<KeptThing, "kind" | "id">): string => `${kind}:${id}`;

/** Returns the heading of a group of comparable items in the tray, such as "Builds". */
export function headingOfGroup(group: string): string {
  const kind = findKind(group);
  if (kind) return headingOf(kind);
  return { builds: "Builds", runs: "Runs", chip: "Graphics chips" }[group] ?? group;
}
