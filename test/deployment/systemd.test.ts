import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import test from "ava";
import { settingNames } from "../../src/config.ts";
import { findExecutable } from "../../embedded/index.ts";
import { projectUrl } from "../helpers/project-files.ts";

const folder = "examples/systemd/";
const units = readdirSync(projectUrl(folder)).map(
  (name) => [name, readFileSync(projectUrl(`${folder}${name}`), "utf8")] as const,
);

/** Returns the values of an entry in a systemd unit. A unit may contain the same entry several times. */
const valuesOf = (text: string, key: string) =>
  [...text.matchAll(new RegExp(`^${key}=(.*)$`, "gm"))].map(([, value = ""]) => value);

/** The entries of a systemd unit without which a process could do more than the service needs. */
const hardening = {
  DynamicUser: "yes",
  CapabilityBoundingSet: "",
  NoNewPrivileges: "yes",
  ProtectSystem: "strict",
  ProtectHome: "yes",
  PrivateTmp: "yes",
  PrivateDevices: "yes",
  RestrictNamespaces: "yes",
  SystemCallFilter: "@system-service",
};

test("the systemd units start web and worker, with settings that exist and few rights", (t) => {
  t.deepEqual(
    units.map(([name]) => name),
    ["pc-benchmarks-web@.service", "pc-benchmarks-worker@.service"],
  );
  for (const [name, text] of units) {
    const [, program = ""] = /^ExecStart=\/usr\/bin\/node dist\/(.+)\.js$/m.exec(text) ?? [];
    t.true(existsSync(projectUrl(`${program}.ts`)), `${name} runs ${program}`);
    for (const pair of valuesOf(text, "Environment").flatMap((value) => value.split(" ")))
      t.true(settingNames.includes(pair.split("=")[0] ?? ""), `${name}: ${pair}`);
    for (const [key, value] of Object.entries(hardening))
      t.deepEqual(valuesOf(text, key), [value], `${name}: ${key}`);
    t.deepEqual(valuesOf(text, "Restart"), ["always"]);
    t.deepEqual(valuesOf(text, "EnvironmentFile"), ["/etc/pc-benchmarks/env"]);
  }
});

const analyze = findExecutable(["systemd-analyze"], process.env["PATH"]);

(analyze === undefined ? test.skip : test)(
  "systemd finds no fault in the example units of the service",
  (t) => {
    const files = units.map(([name]) => `${folder}${name}`);
    t.notThrows(() => execFileSync(analyze ?? "", ["verify", "--man=no", ...files], { encoding: "utf8" }));
  },
);
