import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import test, { type ExecutionContext } from "ava";
import { freePort } from "../../../embedded/launchers/processes/free-port.ts";

const MANY = 300;

/**
 * The file in which Linux stores the first and the last port that the kernel chooses by itself. On some servers this
 * range contains nearly all ports.
 */
const PORTS_OF_LINUX = "/proc/sys/net/ipv4/ip_local_port_range";
const givesNearlyAll =
  existsSync(PORTS_OF_LINUX) && Number.parseInt(readFileSync(PORTS_OF_LINUX, "utf8")) < 32_768;
const whereRangeIsUsual = givesNearlyAll ? test.skip : test;

/** Listens on a free port that the operating system chooses. Returns the port. */
async function portOfSystem(t: ExecutionContext): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  t.teardown(() => server.close());
  return (server.address() as AddressInfo).port;
}

test("simultaneous searches for a free port find different ports", async (t) => {
  const ports = await Promise.all(Array.from({ length: MANY }, freePort));
  t.is(new Set(ports).size, MANY);
});

whereRangeIsUsual(
  "no port found by the search for a free port is in the range that the system uses for connections and for servers without a fixed port",
  async (t) => {
    const chosen = await Promise.all(Array.from({ length: MANY }, freePort));
    const given = await Promise.all(Array.from({ length: MANY }, () => portOfSystem(t)));
    const highest = Math.max(...chosen);
    t.true(Math.min(...given) > highest, `the system gave ${Math.min(...given)}, and ${highest} was chosen`);
  },
);
