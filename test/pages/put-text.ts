import type { Page } from "puppeteer-core";

/**
 * Sets the text of a field at once, so that the page sends one request for suggestions, however slow the machine is. A
 * person's pause between two keys would make the page suggest products for the unfinished text, too.
 */
export async function putText(page: Page, field: string, text: string): Promise<void> {
  await page.focus(field);
  await page.$eval(
    field,
    (input, text) => {
      (input as unknown as { value: string }).value = text;
      input.dispatchEvent(new Event("input", { bubbles: true }));
    },
    text,
  );
}
