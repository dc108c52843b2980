import test from "ava";
import { browserTest, openWindow } from "../helpers/chromium.ts";
import { openTestService } from "../helpers/service.ts";
import { onTeardown } from "../helpers/stores.ts";
import { productKinds } from "../../src/products/index.ts";
import { textOf, visitsOf } from "./page-visits.ts";
import { putText } from "./put-text.ts";

const service = await openTestService({ hasWorkers: false });
onTeardown(test, service.close);
const { catalogue, productSync } = service.services;

const cores = { cores: 6, threads: 12, base_clock_mhz: 3800 };
const today = new Date().toISOString().slice(0, 10);
const board = (model: string, socket: string, prices: object = {}) => {
  return { sourceId: model, fields: { make: "ASUS", model, socket, ...prices } };
};
await catalogue.save("cpu", "test", [
  {
    sourceId: "a",
    fields: {
      ...cores,
      make: "AMD",
      model: "Ryzen 5 7600",
      socket: "AM5",
      price_usd: 229.5,
      price_date: "2019-05-01",
    },
  },
]);
await catalogue.save("motherboard", "test", [
  ...[1, 2, 3, 4, 5, 6, 7].map((number) => board(`Prime A${number}`, "LGA1700")),
  board("Prime Z8", "AM5", { price_usd: 100, price_date: today }),
]);
const card = { make: "ASUS", model: "RTX 5080", chipset_make: "NVIDIA", chipset: "GeForce RTX 5080" };
await catalogue.save("gpu", "test", [
  { sourceId: "a", fields: { ...card, price_usd: 1100, price_date: today } },
]);
for (const kind of productKinds) await productSync.rebuild(kind);

const idOf = async (kind: string, query: string) =>
  String(
    (await service.anonymous.get(`/products/${kind}?query=${encodeURIComponent(query)}`)).body.results[0].id,
  );
const MISFIT = "has the socket AM5, and ASUS Prime A1 has the socket LGA1700.";

/** Returns the texts of the choices that the form for a build offers for a kind of part, in the order of the form. */
const choicesOf = (html: string, kind: string) =>
  [...html.matchAll(/<label class="choice">(.*?)<\/label>/gs)].flatMap(([, label = ""]) =>
    label.includes(`name="${kind}"`) ? [textOf(label).trim()] : [],
  );

test("the form for a build offers fitting products first, and both the form and the page of the build say which parts do not fit", async (t) => {
  const client = await service.signIn("without script");
  const visits = visitsOf(service, client);
  const cpu = await idOf("cpu", "7600");
  const fields = { key: "one", name: "", cpu, motherboard_query: "asus prime", motherboard: "" };
  const checked = await visits.post("/submit/build", { ...fields, check: "true" });
  t.is(checked.status, 200, checked.html);
  t.is((await client.get("/builds")).body.total, 0, "a check makes no build");
  const choices = choicesOf(checked.html, "motherboard");
  t.is(choices[0], "ASUS Prime Z8");
  t.is(choices.length, 7, "six products and no motherboard");
  t.is(choices.at(-1), "No motherboard");
  for (const choice of choices.slice(1, -1))
    t.regex(choice, /^ASUS Prime A\d does not fit: AMD Ryzen 5 7600 has/);

  const motherboard = await idOf("motherboard", "prime a1");
  const wrong = { ...fields, name: "Odd", motherboard_query: "", motherboard };
  const again = await visits.post("/submit/build", { ...wrong, check: "true" });
  t.true(textOf(again.html).includes(MISFIT));
  t.regex(again.html, new RegExp(`name="motherboard" value="${motherboard}" checked`), "the choice is kept");
  const made = await visits.post("/submit/build", wrong);
  t.is(made.status, 303);
  const address = made.headers.get("location") ?? "";
  t.regex(address, /^\/b\/\d+$/);
  for (const path of [address, `${address}/change`])
    t.true(textOf((await visits.open(path)).html).includes(MISFIT), path);

  const form = await visits.open(`${address}/change`);
  t.deepEqual(choicesOf(form.html, "motherboard"), ["Keep ASUS Prime A1", "No motherboard"]);
  t.deepEqual(choicesOf(form.html, "ram"), [], "the build names no memory that it could keep");
  const typed = { name: "Odd", cpu, motherboard, motherboard_query: "prime z8" };
  const asked = await visits.post(`${address}/change`, typed);
  t.is(asked.status, 422, "the form asks which board the typed text means");
  t.deepEqual(choicesOf(asked.html, "motherboard"), [
    "Keep ASUS Prime A1",
    "ASUS Prime Z8",
    "No motherboard",
  ]);

  const right = { name: "Even", cpu, motherboard: await idOf("motherboard", "prime z8") };
  const fitting = await visits.post(`${address}/change`, { ...right, check: "true" });
  t.true(textOf(fitting.html).includes("Nothing is known by which the chosen parts do not fit."));
  const changed = await visits.post(`${address}/change`, right);
  t.is(changed.headers.get("location"), address);
  t.false(textOf((await visits.open(address)).html).includes("do not fit"));
  t.regex(
    (await visits.post("/submit/build", { key: "two", ...right })).headers.get("location") ?? "",
    /^\/submit\?/,
  );
});

test("the page of a build adds up the current prices of its parts, and says which parts have none", async (t) => {
  const client = await service.signIn("prices");
  const page = async (parts: object) => {
    const { body } = await client.post("/builds", { name: "priced", parts });
    return textOf((await visitsOf(service, null).open(`/b/${body.build.build_id}`)).html);
  };
  // The processor has an old price, one board has a current price, and the other board has none.
  const [cpu, dear, free] = await Promise.all([
    idOf("cpu", "7600"),
    idOf("motherboard", "prime z8"),
    idOf("motherboard", "prime a1"),
  ]);
  const some = await page({ cpu: Number(cpu), motherboard: Number(dear) });
  t.regex(
    some,
    /\$100\.00 for 1 of the 2 named parts; the processor has no current price; this price is of \d+ \w+ \d{4}/,
  );
  t.regex(some, /Processor AMD Ryzen 5 7600 no current price/);
  t.regex(some, /\$100\.00, price of \d+ \w+ \d{4}/);
  t.false(some.includes("$329.50"), some);
  const current = await page({ motherboard: Number(dear) });
  t.true(current.includes("$100.00 for the 1 named part; this price is of"), current);
  t.false(current.includes("no current price"), current);
  for (const parts of [{ motherboard: Number(free) }, { cpu: Number(cpu), motherboard: Number(free) }])
    t.true((await page(parts)).includes("None of the parts has a current price."));
});

test("a page says of a product with an old price that it has no current one, and shows the old price small with its day", async (t) => {
  const { body } = await service.anonymous.get("/products/cpu/amd-ryzen-5-7600");
  t.like(body, { price: 229.5, price_date: "2019-05-01", price_is_old: true });
  const visits = visitsOf(service, null);
  for (const path of ["/hardware/cpu", "/hardware/cpu/amd-ryzen-5-7600", "/search?query=7600"]) {
    const text = textOf((await visits.open(path)).html);
    t.regex(text, /no current price was \$229\.50 on 1 May 2019/, path);
  }
  const list = textOf((await visits.open("/hardware/motherboard?query=z8")).html);
  t.regex(list, /\$100\.00 \d+ \w+ \d{4}/, "a current price has its day, too");
  t.false(list.includes("was $"));
});

browserTest(
  "the script of the form for a build suggests fitting products first, and shows each price with its day",
  async (t) => {
    const client = await service.signIn("with script");
    const window = await openWindow(t);
    const page = await window.newPage();
    const [name = "", value = ""] = (client.cookie ?? "").split("=");
    await window.setCookie({ name, value, domain: new URL(service.url).hostname, path: "/" });
    await page.goto(`${service.url}/submit`);
    const suggested = async (kind: string, text: string) => {
      await putText(page, `#${kind}_query`, text);
      const option = `.part-field:has(#${kind}_query) [role="option"]`;
      await page.waitForSelector(option);
      const texts = await page.$$eval(option, (all) => all.map(({ textContent }) => textContent));
      return { option, texts };
    };
    t.regex((await suggested("gpu", "rtx 5080")).texts[0] ?? "", /\$1,100\.00 on \d+ \w+ \d{4}$/);
    const cpus = await suggested("cpu", "7600");
    t.regex(cpus.texts[0] ?? "", /\$229\.50 on 1 May 2019 \(old\)/);
    await page.click(cpus.option);
    const { texts } = await suggested("motherboard", "asus prime");
    t.regex(texts[0] ?? "", /^ASUS Prime Z8/);
    t.is(texts.length, 8);
  },
);
