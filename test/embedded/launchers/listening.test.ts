import test from "ava";
import { portFault } from "../../../embedded/launchers/processes/free-port.ts";
import { runProgram, temporaryFolder } from "../../helpers/processes.ts";
import { testStores } from "../../helpers/stores.ts";

/** A machine may have no addresses of IPv6. */
const withIpv6 = (await portFault(0, "::1")) === undefined ? test : test.skip;
const stores = await testStores(test);
const START = "scripts/start.ts";

test("a HOST that is no address of this machine is named before anything is started", async (t) => {
  // TEST-NET-1 of RFC 5737: no machine has this address.
  const env = { ...process.env, ...stores.env, PORT: "0", DATA_DIR: temporaryFolder(t), HOST: "192.0.2.1" };
  const program = runProgram(t, START, { env });
  t.is(await program.ended, 1);
  t.is(
    program.output.stderr,
    'HOST is "192.0.2.1", which is no address of this machine (EADDRNOTAVAIL). Set it to one, such as 127.0.0.1\n',
  );
});

withIpv6("where HOST is an address of IPv6, the URL of the service has it between brackets", async (t) => {
  const env = { ...process.env, ...stores.env, PORT: "0", DATA_DIR: temporaryFolder(t), HOST: "::1" };
  const ready = await runProgram(t, START, { env }).firstLine();
  const [, url] = /^ready (http:\/\/\[::1\]:\d+)$/.exec(ready) ?? [];
  t.truthy(url, ready);
  t.is((await fetch(`${url}/health/live`)).status, 200);
});
