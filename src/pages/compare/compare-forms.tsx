import type { ComparedThing } from "../../compare/index.ts";
import { idOf } from "./texts.ts";

/**
 * Form that adds a build or a run to a comparison. If the comparison is empty, there are two forms instead: one
 * compares builds, the other compares runs.
 */
export function CompareForms({ compared }: { compared: readonly ComparedThing[] }) {
  if (compared.length === 0)
    return (
      <div class="halves">
        <CompareForm kind="builds" given={[]} />
        <CompareForm kind="runs" given={[]} />
      </div>
    );
  const kind = compared.some((thing) => "run_id" in thing) ? "runs" : "builds";
  return <CompareForm kind={kind} given={compared.map(idOf)} />;
}

const MAX_COMPARED = 8;
const words = { builds: "build", runs: "run" } as const;

function CompareForm({ kind, given }: { kind: "builds" | "runs"; given: readonly string[] }) {
  const word = words[kind];
  if (given.length >= MAX_COMPARED) return null;
  const fields = given.length === 0 ? ["First", "Second"] : ["One more"];
  return (
    <form class="narrow" action="/compare">
      <h2>{given.length === 0 ? `Compare ${kind}` : `Add a ${word}`}</h2>
      {given.length > 0 && <input type="hidden" name={kind} value={given.join(",")} />}
      {fields.map((text, index) => (
        <div class="field">
          <label htmlFor={`${kind}-${index}`}>
            {text} {word}
          </label>
          <input
            id={`${kind}-${index}`}
            name={kind}
            required
            maxlength={200}
            placeholder="the address of its page, or its id"
          />
        </div>
      ))}
      <p>
        <button>Compare</button>
      </p>
    </form>
  );
}
