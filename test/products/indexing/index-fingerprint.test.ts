import test from "ava";
import { findKind } from "../../../src/kinds/kinds.ts";
import { indexFingerprint } from "../../../src/products/indexing/index-fingerprint.ts";

test("a changed pattern of a kind of product changes the fingerprint of its search index", (t) => {
  const kind = findKind("ram");
  const formFactor = kind?.fields["form_factor"];
  if (!kind || !formFactor?.alsoWithout)
    return t.fail("expected a pattern for the form factor of memory, found none");
  const fingerprintWith = (alsoWithout: RegExp) =>
    indexFingerprint(
      { ...kind, fields: { ...kind.fields, form_factor: { ...formFactor, alsoWithout } } },
      {},
    );
  t.is(fingerprintWith(formFactor.alsoWithout), indexFingerprint(kind, {}));
  t.not(fingerprintWith(/^\d+ pins /), indexFingerprint(kind, {}));
});
