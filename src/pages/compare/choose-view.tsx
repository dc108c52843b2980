import type { ShownBuild } from "../../builds/index.ts";
import { isProductName, MAX_COMPARED, type LookedUpProduct } from "../../compare/index.ts";
import type { Fault } from "../../errors.ts";
import type { ProductRecord } from "../../products/index.ts";
import { OwnerLink } from "../lists/owner-link.tsx";
import { Quoted } from "../lists/quoted.tsx";
import { Field } from "../layout/field.tsx";
import { addressOfComparison, type Asked } from "./asked.ts";
import { ChooseProducts } from "./choose-products.tsx";
import type { ChosenRun, NamedBuild, OfferedRun } from "./chosen-run.ts";
import { ChosenRunView, OfferedRuns } from "./chosen-run-view.tsx";
import { nameById } from "./chosen-names.ts";
import type { FoundRuns } from "./found-runs.ts";
import { FoundRunsView } from "./found-runs-view.tsx";
import { KEEP } from "./tick.tsx";
import { headingOfGroup } from "./tray.tsx";
import type { UnknownName } from "./typed-products.ts";

/** Data of the page on which visitors choose what to compare. */
export interface ChooseViewProps {
  asked: Pick<Asked, "kind" | "ids" | "name" | "typed">;
  /** The names of the chosen builds, runs or products, in the order of their ids. */
  names: readonly string[];
  /** The builds whose names contain the typed words; undefined if no words were typed. */
  found?: readonly ShownBuild[];
  /** The runs and rankings that the typed words have found; undefined if no words were typed into the field of a run. */
  foundRuns?: FoundRuns;
  faults?: readonly Fault[];
  /** The chosen run with comparable runs; undefined unless exactly one run is chosen. */
  run?: ChosenRun | undefined;
  /** The newest results, from which visitors may choose the first run; undefined if something is chosen. */
  newest?: readonly OfferedRun[] | undefined;
  /** The newest results of the visitor, which the page offers instead of the newest results of all. */
  ownNewest?: readonly OfferedRun[] | undefined;
  /** Two builds with results in the same benchmark, to whose comparison the page links as an example. */
  exampleOfBuilds?: readonly NamedBuild[] | undefined;
  /** The products that the query names and that do not exist. */
  unknown?: readonly LookedUpProduct[];
  /** The typed names that match no product. */
  unknownNames?: readonly UnknownName[];
  /** Two products with many results, as an example of a comparison; undefined if something is chosen. */
  example?: readonly ProductRecord[] | undefined;
  /** Whether the visitor has pressed the button below a list without ticking anything. */
  hasTickedNothing?: boolean;
}

/** The page on which visitors choose what to compare: shown if no item, one item or an invalid item is chosen. */
export function ChooseView(props: ChooseViewProps) {
  const { asked, run, faults = [], unknown = [], newest = [], ownNewest = [], exampleOfBuilds = [] } = props;
  const isEmpty = asked.ids.length === 0;
  const isOwn = ownNewest.length > 0;
  const offered = isOwn ? ownNewest : newest;
  return (
    <article class="stack stack-wide">
      <ChooseHeader {...props} />
      {faults.length + unknown.length > 0 && (
        <div role="alert">
          <ul class="faults">
            {faults.map(({ detail }) => (
              <li>{detail}</li>
            ))}
            {unknown.map((product) => (
              <li>
                <UnknownProduct product={product} asked={asked} />
              </li>
            ))}
          </ul>
        </div>
      )}
      <Found {...props} />
      {props.foundRuns && <FoundRunsView found={props.foundRuns} text={asked.name ?? ""} ids={asked.ids} />}
      {run && <ChosenRunView chosen={run} />}
      <div class="halves">
        {(isEmpty || asked.kind === "products") && <ChooseProducts {...props} />}
        {(isEmpty || asked.kind === "builds") && (
          <div class="stack">
            <AddForm kind="builds" ids={asked.ids} typed={asked.kind === "builds" ? asked.name : null} />
            <BuildsExample builds={exampleOfBuilds} />
          </div>
        )}
        {(isEmpty || asked.kind === "runs") && (
          <div class="stack">
            <AddForm kind="runs" ids={asked.ids} typed={asked.kind === "runs" ? asked.name : null} />
            {offered.length > 0 && <p>Or begin with one of {isOwn ? "your" : "the"} newest results:</p>}
            <OfferedRuns
              label={isOwn ? "Your newest results" : "Newest results"}
              markName="Build"
              runs={offered}
            />
          </div>
        )}
      </div>
      {isEmpty && (
        <p class="note">Tip: “{KEEP}” on the page of any product, build or run collects it here.</p>
      )}
    </article>
  );
}

function ChooseHeader({ asked, names, run, hasTickedNothing = false }: ChooseViewProps) {
  const isEmpty = asked.ids.length === 0;
  return (
    <header class="stack">
      <h1>{isEmpty ? "Compare" : run ? "Compare this run with …" : <Chosen names={names} />}</h1>
      {hasTickedNothing && (
        <p class="notice notice-warn" role="alert">
          Nothing was selected. Go back, select at least two entries of the list, and press the button again.
          Or choose here what to compare.
        </p>
      )}
      {!run && (
        <p class="lead">
          {isEmpty
            ? "Put products, builds or runs side by side, and see which differences are real and which are chance."
            : "Choose what to compare it with."}
        </p>
      )}
    </header>
  );
}

/** A link to the comparison of two builds with a result in the same benchmark. */
function BuildsExample({ builds }: { builds: readonly NamedBuild[] }) {
  if (builds.length < 2) return null;
  const ids = builds.map(({ build_id }) => String(build_id));
  return (
    <p>
      An example:{" "}
      <a href={addressOfComparison({ kind: "builds", ids, baseline: undefined })}>
        {builds.map(({ name }, index) => (
          <>
            {index > 0 && " and "}
            <bdi>{name}</bdi>
          </>
        ))}
      </a>
    </p>
  );
}

/** Says that a product does not exist, with a link that replaces it by the product that was probably meant. */
function UnknownProduct({ product: { product, nearest }, asked }: UnknownProductProps) {
  return (
    <>
      There is no product <Quoted text={isProductName(product) ? nameById("products", product) : product} />.
      {nearest && (
        <>
          {" "}
          Did you mean{" "}
          <a
            href={addressOfComparison({
              ...asked,
              ids: [...asked.ids, nearest.product],
              baseline: undefined,
            })}
          >
            {nearest.name}
          </a>
          ?
        </>
      )}
    </>
  );
}

interface UnknownProductProps {
  product: LookedUpProduct;
  asked: ChooseViewProps["asked"];
}

function Chosen({ names }: { names: readonly string[] }) {
  return (
    <>
      Compare{" "}
      {names.map((name, index) => (
        <>
          {index > 0 && ", "}
          <bdi>{name}</bdi>
        </>
      ))}
    </>
  );
}

/** Lists the builds whose names contain the typed words. */
function Found({ asked, found }: ChooseViewProps) {
  if (!found) return null;
  if (found.length === 0)
    return (
      <output class="notice">
        No build has a name with words that begin like <Quoted text={asked.name ?? ""} />.
      </output>
    );
  return (
    <section class="stack" aria-labelledby="found">
      <h2 id="found">
        Builds named <Quoted text={asked.name ?? ""} />
      </h2>
      <ul class="links">
        {found.map(({ build_id, name, owner, parts }) => {
          const hardware = [parts.cpu, parts.gpu].flatMap((part) => part?.model ?? []);
          return (
            <li key={build_id}>
              <a href={hrefWith(asked, String(build_id))}>
                <span class="visually-hidden">Compare </span>
                <bdi>{name}</bdi>
              </a>{" "}
              <span class="note">
                build {build_id}
                {owner && owner.name !== "" && (
                  <>
                    {" "}
                    of <OwnerLink owner={owner} />
                  </>
                )}
                {hardware.length > 0 && `, ${hardware.join(", ")}`}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

const hrefWith = ({ ids }: Pick<Asked, "ids">, id: string): string =>
  addressOfComparison({ kind: "builds", ids: [...ids.filter((one) => one !== id), id], baseline: undefined });

/** The maximum length of a text that a visitor types, in characters. */
const MAX_TEXT = 200;

const fields = {
  builds: {
    name: "build",
    hint: "Its address, its number or the first words of its name, for example: 1010853.",
  },
  runs: {
    name: "run",
    hint: "Words from the name of its build, game or test, or the address of its page, which contains /r/.",
    furtherHint: "Words from the name of its build, or the address of its page, which contains /r/.",
  },
} as const;

interface AddFormProps {
  kind: keyof typeof fields;
  /** The ids of the builds or runs that are chosen already. */
  ids: readonly string[];
  /** The text that the visitor has typed before. */
  typed?: string | null;
}

/** Returns the heading of the form that adds a build or run to the chosen ones, and the label of its field. */
function textsOf(kind: AddFormProps["kind"], chosen: number): { heading: string; label: string } {
  const { name } = fields[kind];
  if (chosen === 0) return { heading: headingOfGroup(kind), label: `First ${name}` };
  // With one chosen run, a list of comparable runs stands above the form, so the heading of the form begins with "Or".
  if (kind === "runs" && chosen === 1) return { heading: "Or name the other run", label: "The other run" };
  return { heading: `Add a ${name}`, label: `Another ${name}` };
}

/** A form that adds a build or run to the chosen ones. Renders nothing if MAX_COMPARED builds or runs are chosen. */
export function AddForm({ kind, ids, typed }: AddFormProps) {
  if (ids.length >= MAX_COMPARED) return null;
  const { name, ...hints } = fields[kind];
  const hint = ids.length > 0 && "furtherHint" in hints ? hints.furtherHint : hints.hint;
  const { heading, label } = textsOf(kind, ids.length);
  return (
    <form class="narrow" action="/compare">
      <h2>{heading}</h2>
      {ids.length > 0 && <input type="hidden" name={kind} value={ids.join(",")} />}
      <Field
        label={label}
        name={name}
        hint={hint}
        {...(typed && { value: typed })}
        input={{ required: true, maxLength: MAX_TEXT }}
      />
      <p>
        <button>{ids.length === 0 ? `Next: choose the second ${name}` : "Compare"}</button>
      </p>
      {kind === "builds" && (
        <p class="note">
          Or select builds in <a href="/rankings">a ranking</a>, and compare them from there.
        </p>
      )}
    </form>
  );
}
