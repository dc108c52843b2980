import test from "ava";
import { captureOf, read, refusal } from "../reading.ts";

const rows = (application: string, count: number) =>
  Array.from({ length: count }, () => `${application},${application.length},16`);
const asked = (request: { application: string }) => ({ format: "frame-csv" as const, ...request });

test("a process whose name cannot be read is not taken for a requested application if a game has a readable name", async (t) => {
  const unreadable = captureOf([...rows("doom.exe", 60), ...rows("chrome.exe", 50), ...rows("????.exe", 20)]);
  const { code, detail } = await refusal(unreadable, asked({ application: "dom.exe" }));
  t.is(code, "application_not_found");
  t.regex(detail, /It holds "doom\.exe"/);
  const withoutGame = captureOf([...rows("chrome.exe", 50), ...rows("????.exe", 20)]);
  t.is((await read(withoutGame, asked({ application: "doom.exe" }))).score, 62.5);
});
