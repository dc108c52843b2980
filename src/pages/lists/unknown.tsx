/** The placeholder for an unknown value: a dash on the screen, and a word for screen readers. */
export function Unknown() {
  return (
    <span class="unknown">
      <span aria-hidden="true">–</span>
      <span class="visually-hidden">unknown</span>
    </span>
  );
}
