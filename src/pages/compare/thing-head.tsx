import {
  buildOfThing,
  hardwareOf,
  marksOf,
  nameOfThing,
  type ComparedThing,
  type Comparison,
} from "../../compare/index.ts";
import { CellName } from "../layout/cell-name.tsx";
import { hrefOfThing } from "./texts.ts";

/**
 * Repeats the name of a build or run in its cells, for narrow screens on which the table hides its head. With only two
 * builds or runs, the cells need no name.
 */
export const CellOf = ({ thing, comparison }: { thing: ComparedThing; comparison: Comparison }) =>
  comparison.compared.length > 2 ? (
    <CellName>
      <bdi>{nameOfThing(thing, comparison)}</bdi>
    </CellName>
  ) : null;

interface ThingHeadProps {
  thing: ComparedThing;
  comparison: Pick<Comparison, "compared">;
  /** Whether the table is the first of the page. Only the first table shows the ids of the builds. */
  isFirst?: boolean;
}

/**
 * The head of the column of a build or run: its name, which links to its page, its processor and graphics card, and
 * facts that distinguish it from the other columns.
 */
export function ThingHead({ thing, comparison, isFirst = false }: ThingHeadProps) {
  const isUnranked = "run_id" in thing && thing.unranked !== null;
  return (
    <>
      <a href={hrefOfThing(thing)}>
        <bdi>{buildOfThing(thing).name}</bdi>
      </a>
      {notesOf(thing, comparison, isFirst).map((note) => (
        <>
          <br />
          <span class="note">
            <bdi>{note}</bdi>
          </span>
        </>
      ))}{" "}
      {isUnranked && <span class="badge badge-warn">not ranked</span>}
    </>
  );
}

/** Returns the hardware of a build or run, and further facts that distinguish it from the other columns. */
function notesOf(thing: ComparedThing, comparison: Pick<Comparison, "compared">, isFirst: boolean): string[] {
  const hardware = hardwareOf(thing) ?? "";
  const isUnique = nameOfThing(thing, comparison) === buildOfThing(thing).name;
  const markOfBuild = isUnique ? "" : marksOf(thing, comparison);
  const ofBuild = isFirst ? `build ${thing.build_id}` : markOfBuild;
  const marks = "run_id" in thing ? marksOf(thing, comparison) : ofBuild;
  return [marks.includes(hardware) ? "" : hardware, marks].filter((note) => note !== "");
}
