import test from "ava";
import {
  array,
  assert,
  constantFrom,
  integer,
  ipV4,
  ipV6,
  nat,
  oneof,
  property,
  string,
  tuple,
} from "fast-check";
import { createProxies } from "../../src/http/client-address.ts";

/** The proxies of the tests, and addresses inside and outside of their networks. */
const trusted = ["192.0.2.7", "10.0.0.0/8", "172.16.0.0/12", "2001:db8:5::/51", "fd00::1"];
const { clientOf, isProxy } = createProxies(trusted);
const proxyAddress = oneof(
  constantFrom(
    "192.0.2.7",
    "fd00::1",
    "fd00:0:0:0:0:0:0:1",
    "10.0.0.0",
    "172.31.255.255",
    "2001:db8:5:1fff::9",
  ),
  tuple(nat(255), nat(255), nat(255)).map(([b, c, d]) => `10.${b}.${c}.${d}`),
  tuple(nat(255), nat(255), nat(255)).map(([b, c, d]) => `::ffff:10.${b}.${c}.${d}`),
  tuple(nat(15), nat(255), nat(255)).map(([b, c, d]) => `172.${16 + b}.${c}.${d}`),
  tuple(nat(255), nat(255)).map(([c, d]) => `::ffff:ac10:${(c * 256 + d).toString(16)}`),
  tuple(nat(0x1fff), nat(0xffff)).map(([a, b]) => `2001:DB8:5:${a.toString(16)}::${b.toString(16)}`),
);
const clientAddress = constantFrom(
  "198.51.100.9",
  "192.0.2.8",
  "11.0.0.1",
  "9.255.255.255",
  "172.15.255.255",
  "172.32.0.0",
  "::ffff:11.0.0.1",
  "::ffff:172.32.0.0",
  "2001:db8:5:2000::1",
  "2001:db8:4:ffff::1",
  "fd00::2",
);
/** Generates values that a client may itself send in the header X-Forwarded-For. */
const forged = oneof(
  array(
    oneof(proxyAddress, clientAddress, ipV4(), ipV6(), constantFrom("unknown", "", " ", "[::1]:80", "_x")),
  ).map((parts) => parts.join(",")),
  string(),
);

test("whatever a client sends in X-Forwarded-For, its own address counts behind any chain of trusted proxies", (t) => {
  assert(
    property(
      forged,
      clientAddress,
      array(proxyAddress, { minLength: 1, maxLength: 5 }),
      (sent, client, chain) => {
        // Each proxy appends the address from which the request came to it; the last proxy connects to the service.
        const header = [sent, client, ...chain.slice(0, -1)].join(", ");
        t.is(clientOf(chain.at(-1) ?? "", header), client);
      },
    ),
    { numRuns: 2000 },
  );
});

test("whatever a client sends in X-Forwarded-For, its own address counts if it connects without a proxy", (t) => {
  assert(
    property(forged, clientAddress, (sent, client) => {
      t.is(clientOf(client, sent), client);
    }),
  );
});

test("if the number of proxies is configured, the address that the outermost of these proxies has seen counts as the client's", (t) => {
  assert(
    property(forged, clientAddress, array(ipV4(), { minLength: 1, maxLength: 10 }), (sent, client, chain) => {
      const header = [sent, client, ...chain.slice(0, -1)].join(", ");
      t.is(createProxies(chain.length).clientOf(chain.at(-1) ?? "", header), client);
    }),
  );
  t.is(createProxies(0).clientOf("192.0.2.1", "6.6.6.6"), "192.0.2.1");
  t.is(
    createProxies(3).clientOf("192.0.2.1", "6.6.6.6"),
    "6.6.6.6",
    "fewer proxies have appended an address",
  );
  t.is(createProxies(1).clientOf("192.0.2.1", ""), "192.0.2.1", "a health check of the proxy has no header");
});

test("an address with a port or a zone counts as a proxy's address, and a text that is no address does not", (t) => {
  for (const address of ["10.1.1.1:443", "[fd00::1]:443", "[2001:db8:5::1]", "fd00::1%eth0"])
    t.true(isProxy(address), address);
  for (const text of ["", "unknown", "10.1.1", "10.1.1.1.1", "10.1.1.1/8", "[", "::ffff:10.1.1.1.1"])
    t.false(isProxy(text), text);
});

/** Returns an address as a number of 128 bits. An IPv4 address is mapped into IPv6. */
function bitsOf(address: readonly number[]): bigint {
  const mapped = address.length === 4 ? [...Array<number>(10).fill(0), 255, 255, ...address] : address;
  return mapped.reduce((bits, byte) => bits * 256n + BigInt(byte), 0n);
}

const written = (bytes: readonly number[]) =>
  bytes.length === 4
    ? bytes.join(".")
    : Array.from({ length: 8 }, (_, i) =>
        ((bytes[2 * i] ?? 0) * 256 + (bytes[2 * i + 1] ?? 0)).toString(16),
      ).join(":");

test("an IPv4 or IPv6 network contains exactly the addresses that share its first bits", (t) => {
  const bytes = (length: number) => array(nat(255), { minLength: length, maxLength: length });
  for (const length of [4, 16])
    assert(
      property(
        bytes(length),
        integer({ min: 1, max: length * 8 }),
        nat(length * 8 - 1),
        (own, prefix, flipped) => {
          const { isProxy: isInside } = createProxies([`${written(own)}/${prefix}`]);
          const other = own.map((byte, i) => (i === flipped >> 3 ? byte ^ (128 >> (flipped & 7)) : byte));
          const rest = BigInt(length * 8 - prefix);
          const isEqual = bitsOf(own) >> rest === bitsOf(other) >> rest;
          t.is(isInside(written(other)), isEqual, `${written(other)} in ${written(own)}/${prefix}`);
          if (length === 4) t.is(isInside(`::ffff:${written(other)}`), isEqual);
        },
      ),
      { numRuns: 1000 },
    );
});
