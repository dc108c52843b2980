import test from "ava";
import { createSharedJson } from "../../src/http/cacheable-reply.ts";

test("a response body that several responses share is turned into JSON once, and another body is turned into JSON separately", (t) => {
  const jsonOf = createSharedJson();
  let timesWritten = 0;
  const body = (value: number) => ({
    toJSON: () => {
      timesWritten += 1;
      return { value };
    },
  });
  const shared = body(1);
  t.deepEqual(
    [jsonOf(shared), jsonOf(shared), jsonOf(body(2))],
    ['{"value":1}', '{"value":1}', '{"value":2}'],
  );
  t.is(timesWritten, 2);
});
