import test from "ava";
import { productKinds } from "../../src/products/index.ts";
import { startTestService } from "../helpers/service.ts";

const service = await startTestService(test, { hasWorkers: false });
const { anonymous } = service;
test.before("search indexes of products exist for the tests of pages", async () => {
  for (const kind of productKinds) await service.services.productSync.rebuild(kind);
  await service.services.ranks.refill();
});

/** The Accept header that Firefox sends when a person opens an address in a tab. */
const asBrowser = { Accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" };
const POLICY =
  /^default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/;

test("the root path is a page for browsers, with a search and no broken links", async (t) => {
  const { status, headers, text } = await anonymous.get("/", asBrowser);
  t.is(status, 200);
  t.is(headers.get("content-type"), "text/html; charset=utf-8");
  t.regex(headers.get("vary") ?? "", /(?:^|, )Accept(?:,|$)/);
  t.regex(headers.get("content-security-policy") ?? "", POLICY);
  t.regex(text, /<form[^>]* action="\/search">[^]*name="query"/);
  t.is((await anonymous.get("/products?query=ryzen")).status, 200);
  const addresses = [...text.matchAll(/<a href="([^"]+)"/g)].map(([, href = ""]) => href);
  t.true(addresses.length >= 7, text);
  for (const address of addresses) t.is((await anonymous.get(address, asBrowser)).status, 200, address);
});

test("a program that requests the root path gets the links of the root page as JSON", async (t) => {
  for (const accept of ["application/json", "*/*"]) {
    const { status, headers, body } = await anonymous.get("/", { Accept: accept });
    t.is(status, 200);
    t.regex(headers.get("vary") ?? "", /(?:^|, )Accept(?:,|$)/);
    t.is(body.links.cpus.href, "/products/cpu");
  }
});

test("a browser that opens an unknown path gets a page, and a program gets the same problem as JSON", async (t) => {
  const page = await anonymous.get("/nothing/%3Cscript%3E", asBrowser);
  t.is(page.status, 404);
  t.is(page.headers.get("content-type"), "text/html; charset=utf-8");
  t.regex(page.headers.get("content-security-policy") ?? "", POLICY);
  t.is(page.headers.get("cache-control"), "no-store");
  t.true(page.text.includes("Nothing is at /nothing/%3Cscript%3E."), page.text);
  t.true(page.text.includes(page.headers.get("x-request-id") ?? "no request id"));
  for (const accept of ["application/json", "*/*", "application/problem+json"]) {
    const answer = await anonymous.get("/nothing", { Accept: accept });
    t.is(answer.headers.get("content-type"), "application/problem+json");
    t.is(answer.body.detail, "Nothing is at /nothing.");
  }
});

test("a problem page names every fault, and shows user input as plain text", async (t) => {
  const { status, text } = await anonymous.get("/products/cpu?limit=%3Cb%3E&page=0", asBrowser);
  t.is(status, 422);
  t.false(text.includes("<b>"));
  for (const label of ["Results on a page", "Page"])
    t.true(text.includes(`<strong>${label}: </strong>Expected`), text);
  t.true(text.includes('<a href="/products/cpu">Open the page without these values</a>'), text);
});

test("a form posted by a page of another site is refused, and the visitor gets a page with the problem", async (t) => {
  const response = await fetch(`${service.url}/login`, {
    method: "POST",
    headers: {
      ...asBrowser,
      Origin: "http://stranger.example",
      "Content-Type": "application/x-www-form-urlencoded",
    },
    body: "name=Mallory&return_to=/",
  });
  t.is(response.status, 403);
  t.is(response.headers.get("set-cookie"), null);
  t.regex(await response.text(), /<h1>A page of another site sent this request<\/h1>/);
});

test("after sign-in a person returns to a page of this service, and never to another site", async (t) => {
  for (const [return_to, location] of [
    ["/me", "/me"],
    ["//stranger.example/", "/"],
    ["https://stranger.example/", "/"],
  ] as const) {
    const response = await fetch(`${service.url}/login`, {
      method: "POST",
      headers: asBrowser,
      body: new URLSearchParams({ name: "Ada", return_to }),
      redirect: "manual",
    });
    t.is(response.status, 303, await response.text());
    t.is(response.headers.get("location"), location);
  }
});

test("requests by a form or a script of a page are answered in JSON", async (t) => {
  const answer = await anonymous.send("POST", "/products/cpu", { page: 0 }, asBrowser);
  t.is(answer.headers.get("content-type"), "application/problem+json");
});
