import type { ComparedKind } from "./tray-cookie.ts";

/** The path to which forms post the builds, runs or products that a visitor adds to the tray, or removes from it. */
export const TRAY_PATH = "/compare/tray";

/** The text of each button that adds a single build, run or product to the tray. */
export const KEEP = "Keep to compare later";

/** The id of the form to which all check boxes of a page belong. A page has one such form. */
const FORM = "ticks";

interface Tickable {
  kind: ComparedKind;
  /** The id of the build, run or product as the address of a comparison names it. */
  id: string;
  name: string;
}

/** A check box that selects an item (a build, run or product) for `TickButtons`. The page needs a `TickForm`. */
export function Tick({ kind, id, name }: Tickable) {
  return (
    <label class="tick">
      <input type="checkbox" name={kind} value={id} form={FORM} />
      <span class="visually-hidden">
        Compare <bdi>{name}</bdi>
      </span>
    </label>
  );
}

/** The form of a page's check boxes. It is empty: the check boxes refer to it by id, also from inside another form. */
export const TickForm = () => (
  <form id={FORM} action="/compare">
    <input type="hidden" name="ticked" value="yes" />
  </form>
);

/** The text of the button that compares the selected items. */
const COMPARE = "Compare selected";

/** Returns the hint of a list that says how to compare entries of the list; `things` says what to select. */
export const tickHintOf = (things: string): string => `Select ${things}, then press “${COMPARE}”.`;

/** The hint above a list of builds with check boxes: it says how to compare builds. */
export const TICK_BUILDS_HINT = tickHintOf("two to eight builds");

/** Shows a hint above a list, which says what the check boxes of the list are for. */
export const TickHint = ({ hint }: { hint: string }) => <p class="note">{hint}</p>;

/**
 * The buttons that compare the selected items (builds, runs or products), or add them to the tray for a later
 * comparison. The buttons stay in sight as long as a check box is checked.
 */
export function TickButtons() {
  return (
    <div class="row tick-buttons">
      <button class="button-quiet" form={FORM}>
        {COMPARE}
      </button>
      <button class="button-quiet" form={FORM} formMethod="post" formAction={TRAY_PATH}>
        Keep selected for later
      </button>
    </div>
  );
}

/** A button that adds the build, run or product of a page to the tray, for a later comparison. */
export function KeepButton({ kind, id, name }: Tickable) {
  return (
    <form method="post" action={TRAY_PATH}>
      <button class="button-quiet" name={kind} value={id} aria-label={`${KEEP}: ${name}`}>
        {KEEP}
      </button>
    </form>
  );
}
