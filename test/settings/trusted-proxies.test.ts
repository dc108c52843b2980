import test from "ava";
import { InvalidConfigError, parseConfig } from "../../src/config.ts";

const trusted = (TRUST_PROXY: string) => parseConfig({ TRUST_PROXY }).TRUST_PROXY;
const faultOf = (TRUST_PROXY: string): string => {
  try {
    return `no fault, but ${JSON.stringify(trusted(TRUST_PROXY))}`;
  } catch (error) {
    return error instanceof InvalidConfigError ? error.message : String(error);
  }
};

test("TRUST_PROXY is a number of proxies, or a list of their addresses and networks", (t) => {
  t.is(trusted(""), 0);
  t.is(trusted("2"), 2);
  t.deepEqual(trusted("127.0.0.1"), ["127.0.0.1"]);
  t.deepEqual(trusted("::1"), ["::1"]);
  t.deepEqual(trusted("127.0.0.1, 10.0.0.0/8,2001:db8::/32, ::ffff:192.0.2.0/120"), [
    "127.0.0.1",
    "10.0.0.0/8",
    "2001:db8::/32",
    "::ffff:192.0.2.0/120",
  ]);
});

test("the error about a faulty TRUST_PROXY states what is expected instead", (t) => {
  for (const text of ["11", "-1", "yes", "1,2"])
    t.regex(faultOf(text), /TRUST_PROXY: expected the number of proxies from 0 to 10, or addresses/, text);
  for (const entry of [
    "proxy.example",
    "10.0.0.0/33",
    "10.0.0.0/",
    "10.0.0.0/0",
    "::/0",
    "2001:db8::/129",
    "10.0.0/8",
    "10.0.0.0/8/8",
    "fe80::1%eth0",
    "127.0.0.1:80",
  ])
    t.true(
      faultOf(`192.0.2.1,${entry}`).includes(
        `TRUST_PROXY: expected addresses and networks of proxies, such as 127.0.0.1, 10.0.0.0/8 or 2001:db8::/32 instead of "${entry}"`,
      ),
      faultOf(`192.0.2.1,${entry}`),
    );
  t.is(faultOf("10.0.0.0/33,,one.example").match(/instead of/g)?.length, 3, "each faulty entry is named");
});
