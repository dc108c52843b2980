import type { ComparedKind } from "./tray-cookie.ts";

/** The path to which forms post the things that a visitor stores in the tray, or removes from it. */
export const TRAY_PATH = "/compare/tray";

/** The words on every button that stores one thing in the tray. */
export const KEEP = "Keep to compare later";

/** The id of the form to which all check boxes of a page belong. A page has one such form. */
const FORM = "ticks";

interface Tickable {
  kind: ComparedKind;
  /** The id of the thing in the address of a comparison. */
  id: string;
  name: string;
}

/** A check box that ticks a thing for the buttons of `TickButtons`, on a page with a `TickForm`. */
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

/** The words on the button that compares the ticked things. */
const COMPARE = "Compare selected";

/** Returns the hint of a list that says how to compare things of the list. */
export const tickHintOf = (things: string): string => `Select ${things}, then press “${COMPARE}”.`;

/** The hint above a list of builds. */
export const TICK_BUILDS_HINT = tickHintOf("two to eight builds");

/** Shows a hint above a list, which says what the check boxes of the list are for. */
export const TickHint = ({ hint }: { hint: string }) => <p class="note">{hint}</p>;

/**
 * The buttons that compare the ticked things, or store them in the tray while the visitor looks at other pages. The
 * buttons stay visible as long as something is ticked.
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

/** A button that stores the build, run or product of a page in the tray, to compare it with things found later. */
export function KeepButton({ kind, id, name }: Tickable) {
  return (
    <form method="post" action={TRAY_PATH}>
      <button class="button-quiet" name={kind} value={id} aria-label={`${KEEP}: ${name}`}>
        {KEEP}
      </button>
    </form>
  );
}
