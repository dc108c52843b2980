import type { ComparedKind } from "./tray-cookie.ts";

/** The path to which forms post what a visitor keeps to compare, and what the visitor removes. */
export const TRAY_PATH = "/compare/tray";

/** The words on every button that keeps things to compare. */
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

/** The form of the check boxes of a page. It is empty, so that it can stand beside a form that has the check boxes. */
export const TickForm = () => (
  <form id={FORM} action="/compare">
    <input type="hidden" name="ticked" value="yes" />
  </form>
);

/** The words on the button that compares what is ticked. */
const COMPARE = "Compare selected";

/** Says below a list of things how to compare them. */
export const tickHintOf = (things: string): string => `Select ${things}, then press “${COMPARE}”.`;

/** The hint above a list of builds. */
export const TICK_BUILDS_HINT = tickHintOf("two to eight builds");

/** Says above a list what its check boxes are for. */
export const TickHint = ({ hint }: { hint: string }) => <p class="note">{hint}</p>;

/**
 * The buttons that compare what is ticked, or keep it while the visitor looks at other pages. They stay in sight as
 * long as something is ticked.
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

/** A button that keeps the thing of a page, to compare it with others that the visitor finds later. */
export function KeepButton({ kind, id, name }: Tickable) {
  return (
    <form method="post" action={TRAY_PATH}>
      <button class="button-quiet" name={kind} value={id} aria-label={`${KEEP}: ${name}`}>
        {KEEP}
      </button>
    </form>
  );
}
