// This script makes each `<button data-copy="id of a field" hidden>` visible, and lets a click copy the text of the
// field.

for (const button of document.querySelectorAll<HTMLButtonElement>("button[data-copy]")) {
  const field = document.querySelector<HTMLTextAreaElement | HTMLInputElement>(`#${button.dataset["copy"]}`);
  if (!field) continue;
  const before = button.textContent;
  button.hidden = false;
  button.addEventListener("click", () => {
    // Select the text first: without permission for the clipboard, the user can copy the selection by keyboard.
    field.select();
    void navigator.clipboard?.writeText(field.value).then(
      () => say(button, "Copied", before),
      () => say(button, "Press Ctrl+C to copy", before),
    );
  });
}

const SAID_MS = 2000;

function say(button: HTMLButtonElement, text: string, before: string | null): void {
  button.textContent = text;
  setTimeout(() => (button.textContent = before), SAID_MS);
}
