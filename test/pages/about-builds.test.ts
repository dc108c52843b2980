import test from "ava";
import { differs } from "../../src/products/scores/product-scores.ts";
import { aboutBuilds } from "../../src/pages/hardware/about-builds.ts";

test("a stored number of builds is exact up to ten, and above rounded down to a coarse step", (t) => {
  const shown = {
    5: "5 builds",
    10: "10 builds",
    11: "10+ builds",
    66: "60+ builds",
    88: "80+ builds",
    95: "80+ builds",
    140: "120+ builds",
    1500: "1,300+ builds",
  };
  for (const [builds, text] of Object.entries(shown)) t.is(aboutBuilds(Number(builds)), text);
});

test("a list never names more builds than there are, however old its stored number may be", (t) => {
  const scoreOf = (builds: number) => ({
    category: "15",
    benchmark_id: 15,
    variant: null,
    median: 1,
    builds,
  });
  for (let stored = 5; stored <= 3000; stored += 1) {
    let fewest = stored;
    while (fewest > 1 && !differs([scoreOf(stored)], [scoreOf(fewest - 1)])) fewest -= 1;
    const said = Number(/^[\d,]+/.exec(aboutBuilds(stored))?.[0].replace(",", ""));
    if (!(said <= fewest)) return t.fail(`${aboutBuilds(stored)}, but there may be only ${fewest}`);
  }
  t.pass();
});
