import type { ComponentChildren } from "preact";

/**
 * A part that scrolls sideways inside of itself where it is wider than the screen: every table that may be.
 * @param props.label what it shows, for those who cannot see it
 */
export function Scroll({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    // Without a tabindex nobody could scroll it by keys.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section class="scroll" tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}
