import test from "ava";
import { array, assert, nat, property } from "fast-check";
import { makeUpName } from "../../src/accounts/made-up-name.ts";

test("every account name that the service makes up is two words and four digits, whatever the random numbers are", (t) => {
  assert(
    property(array(nat(), { minLength: 3, maxLength: 3 }), (numbers) => {
      let next = 0;
      const name = makeUpName((limit) => (numbers[next++] ?? 0) % limit);
      t.regex(name, /^[A-Z][a-z]+ [A-Z][a-z]+ \d{4}$/);
    }),
  );
});

test("the smallest random numbers make the first possible account name, and the largest make the last", (t) => {
  t.is(
    makeUpName(() => 0),
    "Amber Badger 0000",
  );
  t.is(
    makeUpName((limit) => limit - 1),
    "Young Zebra 9999",
  );
});
