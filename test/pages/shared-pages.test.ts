import test from "ava";
import { h } from "preact";
import { createAssets } from "../../src/pages/layout/assets.ts";
import { createShowView } from "../../src/pages/layout/show-view.tsx";
import type { Visit } from "../../src/pages/layout/site.ts";

/**
 * Returns a function that shows views of one site, and a function that returns how many times it rendered the body of a
 * view.
 */
function newPages() {
  let renders = 0;
  const showView = createShowView({
    publicUrl: "http://bench.test",
    assets: createAssets(),
    pagePaths: new Set(["/list"]),
    name: "PC Benchmarks",
    contactUrl: undefined,
    operatorLinks: [],
  });
  const Body = () => {
    renders += 1;
    return h("p", null, "a list");
  };
  const visit: Visit = { caller: null, address: "/list", theme: undefined };
  return {
    show: (source: object | undefined, of: Partial<Visit> = {}) =>
      showView({ title: "A list", body: h(Body, null), ...(source && { source }) }, { ...visit, ...of }),
    renders: () => renders,
  };
}

test("a page is rendered once for all visitors who see the same page, as long as the data on it are the same object", (t) => {
  const { show, renders } = newPages();
  const source = {};
  const first = show(source);
  t.is(show(source), first);
  t.is(renders(), 1);
  t.not(show({}), first, "another answer");
  t.not(show(undefined), first, "no shared answer");
  t.is(renders(), 3);
});

test("each address and theme has its own shared page, and a page that shows data of one visitor is never shared", (t) => {
  const { show, renders } = newPages();
  const source = {};
  const plain = show(source);
  const dark = show(source, { theme: "dark" });
  t.not(dark.headers?.["ETag"], plain.headers?.["ETag"]);
  t.not(show(source, { address: "/list?page=2" }), plain);
  const named = show(source, { caller: { name: "Ada" } });
  t.regex(String(named.body), /Ada/);
  t.is(named.headers?.["Cache-Control"], "private, no-cache");
  const keeping = show(source, { kept: [{ kind: "builds", id: "1", name: "Quiet tower" }] });
  t.is(keeping.headers?.["Cache-Control"], "private, no-cache");
  t.is(renders(), 5);
  t.is(show(source), plain);
  t.notRegex(String(show(source).body), /Ada/);
  t.is(show(source, { theme: "dark" }), dark);
  t.is(renders(), 5);
});

test("requests for one page with ever new made-up query strings do not fill the memory with rendered pages", (t) => {
  const { show, renders } = newPages();
  const source = {};
  const addresses = Array.from({ length: 10 }, (_, index) => `/list?unknown=${index}`);
  for (const address of [...addresses, ...addresses]) show(source, { address });
  t.is(renders(), 16, "four of ten pages are kept");
});
