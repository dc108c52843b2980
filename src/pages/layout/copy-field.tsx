interface CopyFieldProps {
  /** The id of the field, which must be unique on the page. */
  id: string;
  label: string;
  /** The text that the user copies, such as a link. */
  value: string;
  /** The words for the copied text, such as "the link", which distinguish the button from other buttons of the page. */
  what: string;
  /** The number of lines of the field, for a text that does not fit into one line; by default one line. */
  rows?: number;
}

/**
 * A text to copy, such as the link to a page, with a button that copies it. The page loads the script `copy.js`, which
 * shows the button. Without the script the user selects and copies the text.
 */
export function CopyField({ id, label, value, what, rows }: CopyFieldProps) {
  return (
    <div class="field">
      <label htmlFor={id}>{label}</label>
      <div class="copy-field">
        {rows === undefined ? (
          <input id={id} class="share-link" value={value} readOnly />
        ) : (
          <textarea id={id} class="code" rows={rows} readOnly>
            {value}
          </textarea>
        )}
        <button type="button" class="button-quiet" data-copy={id} aria-live="polite" hidden>
          Copy {what}
        </button>
      </div>
    </div>
  );
}
