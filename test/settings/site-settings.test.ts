import test from "ava";
import { InvalidConfigError, parseConfig } from "../../src/config.ts";

const linksOf = (...hrefs: string[]) =>
  JSON.stringify(hrefs.map((href, index) => ({ label: `Link ${index}`, href })));

test("a link of the operator leads to a page over https, to an e-mail address or to a path of the service's host", (t) => {
  for (const href of [
    "https://bench.example",
    "https://bench.example/imprint?lang=en#us",
    "https://bücher.example/über-uns",
    "mailto:operator@bench.example",
    "mailto:operator@bench.example?subject=Report",
    "/",
    "/imprint?lang=en",
  ]) {
    t.is(parseConfig({ CONTACT_URL: href }).CONTACT_URL, href);
    t.deepEqual(parseConfig({ FOOTER_LINKS: linksOf(href) }).FOOTER_LINKS, [{ label: "Link 0", href }]);
  }
});

test("a link of the operator that could run a script, leave https or name another host unseen is refused, and the error quotes the link", (t) => {
  const wrong = [
    "http://bench.example",
    "javascript:alert(1)",
    "data:text/html,x",
    "ftp://bench.example",
    "//bench.example",
    "/\\bench.example",
    "/\t/bench.example",
    "https:bench.example",
    "https://",
    "https:///imprint",
    "https://[broken",
    "mailto:",
    "mailto:operator",
    "imprint",
    "bench.example/imprint",
    " https://bench.example",
    "https://bench.example/a b",
  ];
  for (const href of wrong) {
    const { message } = t.throws(() => parseConfig({ CONTACT_URL: href }), {
      instanceOf: InvalidConfigError,
    });
    t.true(message.includes(`CONTACT_URL: expected a link`), message);
    t.true(message.includes(`found ${JSON.stringify(href)}`), message);
  }
  // The test checks the wrong links in two groups, because FOOTER_LINKS has at most 10 links.
  for (const some of [wrong.slice(0, 9), wrong.slice(9)]) {
    const { message } = t.throws(() => parseConfig({ FOOTER_LINKS: linksOf("/imprint", ...some) }), {
      instanceOf: InvalidConfigError,
    });
    const places = message.split("\n").slice(1);
    t.is(places.length, some.length, "the first link is valid");
    for (const [index, href] of some.entries()) {
      t.true(places[index]?.includes(`FOOTER_LINKS: at /${index + 1}/href: `), message);
      t.true(places[index]?.endsWith(`found ${JSON.stringify(href)}`), message);
    }
  }
});

test("faults of settings such as SITE_NAME and FOOTER_LINKS are reported together with the faults of all other settings", (t) => {
  const { message } = t.throws(
    () =>
      parseConfig({
        PORT: "80x",
        SITE_NAME: "two\nlines",
        CONTACT_URL: "ask us",
        FOOTER_LINKS: '[{"label":"","href":"/a"},{"label":"b"},{"label":"c","href":"/c","title":"d"}]',
        DATA_TERMS: '{"text":"two\\nlines","href":"ask us"}',
        SIGN_UP: "maybe",
        NEW_ACCOUNTS_A_DAY: "0",
      }),
    { instanceOf: InvalidConfigError },
  );
  t.deepEqual(
    message
      .split("\n")
      .slice(1)
      .map((line) => /^ {2}(\w+: (?:at \/\S+:)?)/.exec(line)?.[1]),
    [
      "PORT: ",
      "SITE_NAME: ",
      "CONTACT_URL: ",
      "FOOTER_LINKS: at /0/label:",
      "FOOTER_LINKS: at /1/href:",
      "FOOTER_LINKS: at /2:",
      "DATA_TERMS: at /text:",
      "DATA_TERMS: at /href:",
      "SIGN_UP: ",
      "NEW_ACCOUNTS_A_DAY: ",
    ],
  );
});

test("the name of the site is 1 to 40 visible characters, and FOOTER_LINKS has at most 10 links", (t) => {
  t.is(parseConfig({ SITE_NAME: "  Rigs & Runs " }).SITE_NAME, "Rigs & Runs");
  t.is(parseConfig({ SITE_NAME: "n".repeat(40) }).SITE_NAME, "n".repeat(40));
  for (const name of [" ", "n".repeat(41), "a\tb", "a\u202Eb", "a\u200Bb"])
    t.throws(() => parseConfig({ SITE_NAME: name }), { message: /SITE_NAME: expected 1 to 40/ }, name);
  const many = (count: number) => linksOf(...Array.from({ length: count }, () => "/imprint"));
  t.is(parseConfig({ FOOTER_LINKS: many(10) }).FOOTER_LINKS.length, 10);
  t.throws(() => parseConfig({ FOOTER_LINKS: many(11) }), { message: /expected at most 10 links/ });
  t.throws(() => parseConfig({ FOOTER_LINKS: '"/imprint"' }), { message: /FOOTER_LINKS: .*array/ });
});

test("DATA_TERMS is a text of at most 200 characters, with or without a link", (t) => {
  t.is(parseConfig({}).DATA_TERMS, undefined);
  const terms = { text: "CC BY 4.0", href: "https://creativecommons.org/licenses/by/4.0/" };
  t.deepEqual(parseConfig({ DATA_TERMS: JSON.stringify(terms) }).DATA_TERMS, terms);
  t.deepEqual(parseConfig({ DATA_TERMS: '{"text":"ask us"}' }).DATA_TERMS, { text: "ask us" });
  for (const wrong of ["CC BY 4.0", "{}", '{"text":""}', JSON.stringify({ text: "n".repeat(201) })])
    t.throws(() => parseConfig({ DATA_TERMS: wrong }), { message: /DATA_TERMS: / }, wrong);
  t.throws(() => parseConfig({ DATA_TERMS: "CC BY 4.0" }), {
    message: /expected JSON such as \{"text":"CC BY/,
  });
});
