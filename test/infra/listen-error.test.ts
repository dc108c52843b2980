import test from "ava";
import { ListenError } from "../../src/infra/listen-error.ts";

const messageOf = (PORT: number, code: string) => new ListenError({ HOST: "127.0.0.1", PORT }, code).message;

test("for a taken port the error advises the next port, but never a port that needs special rights or does not exist", (t) => {
  const advice = (port: number) => /such as PORT=(\d+)$/.exec(messageOf(port, "EADDRINUSE"))?.[1];
  t.is(advice(3000), "3001");
  t.is(advice(80), "3000");
  t.is(advice(65_535), "3000");
});

test("for a port below 1024 that the user may not use, the error names the special rights and advises a port that needs none", (t) => {
  t.is(
    messageOf(80, "EACCES"),
    "Port 80 of 127.0.0.1 needs special rights, as all ports below 1024 do. Choose a port from 1024 on, such as PORT=3000",
  );
  t.is(
    messageOf(8080, "EACCES"),
    "This process cannot listen on port 8080 of 127.0.0.1 (EACCES). Choose another port, such as PORT=8081",
  );
});
