// Makes buttons of pages copy the text of a field: <button data-copy="id of the field" hidden>.

for (const button of document.querySelectorAll<HTMLButtonElement>("button[data-copy]")) {
  const field = document.querySelector<HTMLTextAreaElement | HTMLInputElement>(`#${button.dataset["copy"]}`);
  if (!field) continue;
  const before = button.textContent;
  button.hidden = false;
  button.addEventListener("click", () => {
    // Without permission for the clipboard the text is selected, so that a key copies it.
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
