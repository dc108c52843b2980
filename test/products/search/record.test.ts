import test from "ava";
import { sampleFiles, startServiceWithSamples } from "../catalogue-service.ts";

const service = await startServiceWithSamples(test);

for (const [{ name }] of sampleFiles) {
  test(`GET by slug returns the same record of a ${name} as the list`, async (t) => {
    const { body } = await service.client.post(`/products/${name}`, { page: 1, limit: 3 });
    for (const record of body.results) {
      const found = await service.client.get(`/products/${name}/${record.url_slug}`);
      t.is(found.status, 200, found.text);
      t.deepEqual(found.body, record);
    }
  });
}

test("a request for a product gets a 404 if the slug is unknown, malformed, of another kind or of a removed product", async (t) => {
  await service.catalogue.save("cpu", "gone", [
    {
      sourceId: "x",
      fields: { make: "AMD", model: "Gone 1", cores: 1, threads: 1, base_clock_mhz: 1, socket: "AM4" },
    },
  ]);
  t.is((await service.client.get("/products/cpu/amd-gone-1")).status, 200);
  await service.catalogue.remove("cpu", "gone", ["x"]);
  const slugs = ["amd-gone-1", "amd-radeon-rx-5700", "no-such", "%00", "..%2F..%2Fx", "%F0%9F%98%80"];
  for (const slug of slugs) {
    const { status, body } = await service.client.get(`/products/cpu/${slug}`);
    t.is(status, 404, slug);
    t.is(body.status, 404);
  }
});

const addresses = ["/products/gpu", "/products/gpu?query=4070&limit=3", "/products/gpu/amd-radeon-rx-5700"];

for (const address of addresses) {
  test(`${address} has an ETag, has to be revalidated, and is answered with 304 when the ETag matches`, async (t) => {
    const first = await service.client.get(address);
    const tag = first.headers.get("etag") ?? "";
    t.regex(tag, /^W\/"[\w-]{43}"$/);
    t.is(first.headers.get("cache-control"), "no-cache");
    // Without a Cache-Control header in the request, fetch would send no-cache, which asks for the whole response.
    const again = await service.client.get(address, { "If-None-Match": tag, "Cache-Control": "max-age=0" });
    t.is(again.status, 304);
    t.is(again.text, "");
    t.is((await service.client.get(address, { "If-None-Match": '"another"' })).status, 200);
  });
}

test("different responses about products have different ETags", async (t) => {
  const tags = await Promise.all(
    addresses.map(async (one) => (await service.client.get(one)).headers.get("etag")),
  );
  t.is(new Set(tags).size, addresses.length);
});
