import type { ComponentChildren } from "preact";

/**
 * A box that scrolls sideways if its content is wider than the screen. Every table that may be wider than the screen
 * stands in such a box.
 * @param props.label description of the content for people who cannot see it
 */
export function Scroll({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    // The box has a tabindex, because nobody could scroll the box by keyboard otherwise.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section class="scroll" tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}
