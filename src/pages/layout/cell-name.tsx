import type { ComponentChildren } from "preact";

/**
 * The name of a column, repeated inside a cell of the column. The name is visible only where a table of the class
 * `two-lines` hides its head for lack of room, so that each value still has a name.
 */
export const CellName = ({ children }: { children: ComponentChildren }) => (
  <span class="cell-name">{children}: </span>
);
