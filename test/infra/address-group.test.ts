import test from "ava";
import { assert, boolean, integer, ipV4, pre, property, record, tuple } from "fast-check";
import { addressGroup } from "../../src/infra/address-group.ts";

const ipv6 = tuple(...Array.from({ length: 8 }, () => integer({ min: 0, max: 0xffff })));

/** Returns an IPv6 address in one of its possible notations. */
function write(
  groups: readonly number[],
  style: { isPadded: boolean; isUpper: boolean; zerosFrom: number },
): string {
  const texts = groups.map((group) => group.toString(16).padStart(style.isPadded ? 4 : 1, "0"));
  const cased = texts.map((text) => (style.isUpper ? text.toUpperCase() : text));
  const from = style.zerosFrom;
  let to = from;
  while (to < 8 && groups[to] === 0) to++;
  if (to - from < 2) return cased.join(":");
  return `${cased.slice(0, from).join(":")}::${cased.slice(to).join(":")}`;
}

const styles = record({
  isPadded: boolean(),
  isUpper: boolean(),
  zerosFrom: integer({ min: 0, max: 7 }),
});

test("all addresses of a /64 count as one client, in any notation", (t) => {
  assert(
    property(ipv6, ipv6, styles, styles, (one, other, style, otherStyle) => {
      pre(one.slice(0, 6).some((group) => group !== 0) && one.slice(0, 5).some((group) => group !== 0));
      const sibling = [...one.slice(0, 4), ...other.slice(4)];
      pre(sibling.slice(0, 5).some((group) => group !== 0));
      t.is(addressGroup(write(one, style)), addressGroup(write(sibling, otherStyle)));
    }),
  );
});

test("addresses of different /64s are different clients", (t) => {
  assert(
    property(ipv6, integer({ min: 0, max: 3 }), integer({ min: 1, max: 0xffff }), (one, place, change) => {
      pre(one.slice(0, 4).some((group, index) => group !== 0 && index !== place));
      const other = one.map((group, index) => (index === place ? group ^ change : group));
      const style = { isPadded: false, isUpper: false, zerosFrom: 0 };
      t.not(addressGroup(write(one, style)), addressGroup(write(other, style)));
    }),
  );
});

test("an IPv4 address counts as the same client in IPv6 notation", (t) => {
  assert(
    property(ipV4(), (address) => {
      const [a = 0, b = 0, c = 0, d = 0] = address.split(".").map(Number);
      const hex = `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
      for (const written of [
        address,
        `::ffff:${address}`,
        `::FFFF:${hex}`,
        `0:0:0:0:0:ffff:${hex}`,
        `${address}:443`,
      ])
        t.is(addressGroup(written), address, written);
    }),
  );
});

test("an address with a port or a zone counts as the same client; all invalid addresses count as one client", (t) => {
  t.is(addressGroup("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::/64");
  t.is(addressGroup("[2001:db8:1:2::9]:443"), "2001:db8:1:2::/64");
  t.is(addressGroup("fe80::1%eth0"), "fe80:0:0:0::/64");
  t.is(addressGroup("::1"), "0:0:0:0::/64");
  for (const garbage of ["", "unknown", "1.2.3", "_hidden", "[", "::ffff:1.2.3.4.5", "x".repeat(100_000)])
    t.is(addressGroup(garbage), "unknown", garbage.slice(0, 20));
});
