/** What stands where nobody knows a value: a dash to the eye, a word to screen readers. */
export function Unknown() {
  return (
    <span class="unknown">
      <span aria-hidden="true">–</span>
      <span class="visually-hidden">unknown</span>
    </span>
  );
}
