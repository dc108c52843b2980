import test from "ava";
import { namedChips } from "../../../src/products/search/named-chips.ts";
import { startServiceWithSamples } from "../catalogue-service.ts";

const { client, services } = await startServiceWithSamples(test);
test.before("the ranks are filled before the first test", async () => services.ranks.refill());

const chipsOf = async (text: string) => {
  const { text: html } = await client.get(`/search?query=${encodeURIComponent(text)}`, {
    Accept: "text/html",
  });
  return [...html.matchAll(/href="\/hardware\/chip\/nvidia-geforce-rtx-([^"]+)"/g)].map(([, slug]) => slug);
};

test("a search for a model number names the chips of all found cards, also of those that the page does not show", async (t) => {
  t.deepEqual(await chipsOf("4070"), ["4070-12gb", "4070-super-12gb", "4070-ti-12gb", "4070-ti-super-16gb"]);
  t.deepEqual(await chipsOf("4070 ti"), ["4070-ti-12gb", "4070-ti-super-16gb"]);
  t.deepEqual(await chipsOf("geforce"), []);
});

test("the API's response to a search of all product kinds lists no chips beside the products", async (t) => {
  const { body } = await client.get("/products?query=4070");
  t.false("chips" in body);
});

test("a number in a search text that is a price is not taken for the number of a chip", (t) => {
  const chips = ["amd-radeon-rx-600-8gb"];
  t.deepEqual(namedChips("radeon 600", { chips, results: [] }), chips);
  const understood = [{ words: "under 600", field: "max_price", value: 600 }];
  t.deepEqual(namedChips("radeon under 600", { chips, results: [], understood }), []);
  t.deepEqual(namedChips("radeon 600€", { chips, results: [], ignored_words: ["600€"] }), []);
});

test("the response to a search names at most six chips", (t) => {
  const chips = Array.from({ length: 9 }, (_, n) => `amd-radeon-rx-600-${n + 1}gb`);
  t.is(namedChips("600", { chips, results: [] }).length, 6);
});
