import type { ComponentChildren } from "preact";

/**
 * The name of a cell's column, inside of the cell. It shows only where a table of the class `two-lines` has too little
 * room for its head, so that each figure still has a name.
 */
export const CellName = ({ children }: { children: ComponentChildren }) => (
  <span class="cell-name">{children}: </span>
);
