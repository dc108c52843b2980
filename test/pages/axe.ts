import axe from "axe-core";

interface Violation {
  id: string;
  help: string;
  nodes: { html: string; failureSummary?: string }[];
}

/** Returns what axe-core finds on a page of a browser, in all of its rules: a sentence for each rule. */
export async function violationsOf(page: {
  evaluate: (script: string) => Promise<unknown>;
}): Promise<string[]> {
  await page.evaluate(`window.axe || ${axe.source}`);
  const { violations } = (await page.evaluate("axe.run()")) as { violations: Violation[] };
  return violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary ?? ""}`).join("; ")}`,
  );
}
