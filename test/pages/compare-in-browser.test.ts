import test from "ava";
import { browserTest, openWindow } from "../helpers/chromium.ts";
import { startTestService } from "../helpers/service.ts";
import { wideTables } from "./axe.ts";

const service = await startTestService(test, { hasWorkers: false });
const builds: number[] = [];

test.before(async () => {
  const ada = await service.signIn("ada");
  for (let place = 1; place <= 8; place += 1) {
    const build_id = await ada.makeBuild(`The quiet tower under the desk, number ${place}`);
    builds.push(build_id);
    const scores = [1, 2, 3].map((run) => 5000 * place + 100 * run);
    await ada.add({ build_id, benchmarks: { id: 15, runs: scores } });
  }
});

browserTest(
  "a comparison of eight builds fits every screen, and each cell shows the name of its build on a phone",
  async (t) => {
    const page = await (await openWindow(t)).newPage();
    const isShown = (selector: string) =>
      page.evaluate(`document.querySelector("#table-0 ${selector}").checkVisibility()`);
    for (const count of [2, 3, 8])
      for (const width of [320, 375, 768, 1024, 1440]) {
        await page.setViewport({ width, height: 900 });
        await page.goto(`${service.url}/compare?builds=${builds.slice(0, count).join(",")}`);
        t.deepEqual(await wideTables(page), [], `${count} builds at ${width} px`);
        t.is(await page.evaluate("document.documentElement.scrollWidth"), width);
        // A wide window shows the names of the builds in the head of the table, a narrow window in each cell.
        const isNarrow = (count > 2 && width < 600) || (count > 4 && width < 900);
        t.is(await isShown("thead"), !isNarrow, `${count} builds at ${width} px`);
        if (count > 2) t.is(await isShown("tbody .cell-name"), isNarrow, `${count} builds at ${width} px`);
      }
  },
);
