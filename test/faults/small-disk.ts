import { spawnSync } from "node:child_process";
import { closeSync, mkdirSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ExecutionContext } from "ava";

/** A small file system, which a test may fill until it has no space left. */
export interface SmallDisk {
  /** An empty folder in the small file system. */
  dir: string;
  /** Fills the file system until no space is left. */
  fill(): void;
  /** Frees the disk space that `fill` has taken. */
  free(): void;
}

/** Whether the user of this test run may mount a file system, itself or by sudo without a password. */
export const canMount: boolean = isMountable();

function isMountable(): boolean {
  if (process.platform !== "linux") return false;
  const dir = mkdtempSync(join(tmpdir(), "pc-benchmarks-disk-"));
  const isMounted = mount(dir, 1);
  if (isMounted) unmount(dir);
  rmdirSync(dir);
  return isMounted;
}

/** Mounts a file system in memory of the given size, and unmounts the file system at the end of the test. */
export function mountSmallDisk(t: ExecutionContext, mib: number): SmallDisk {
  const dir = mkdtempSync(join(tmpdir(), "pc-benchmarks-disk-"));
  if (!mount(dir, mib)) throw new Error(`no file system could be mounted at ${dir}`);
  t.teardown(() => {
    unmount(dir);
    rmdirSync(dir);
  });
  const [data, filler] = [join(dir, "data"), join(dir, "filler")];
  mkdirSync(data);
  return { dir: data, fill: () => fill(filler), free: () => rmSync(filler, { force: true }) };
}

/** Appends to a file until no space is left, first in steps of 1 MiB, at the end in steps of 4 KiB. */
function fill(filler: string): void {
  const file = openSync(filler, "a");
  try {
    for (const bytes of [1024 * 1024, 64 * 1024, 4096]) append(file, Buffer.alloc(bytes, 1));
  } finally {
    closeSync(file);
  }
}

function append(file: number, chunk: Buffer): void {
  try {
    while (writeSync(file, chunk) > 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
  }
}

function mount(dir: string, mib: number): boolean {
  return asRoot(["mount", "-t", "tmpfs", "-o", `size=${mib}m,mode=0777`, "tmpfs", dir]);
}

function unmount(dir: string): void {
  // A lazy unmount succeeds even if a process that is about to end still has a file open.
  asRoot(["umount", "--lazy", dir]);
}

function asRoot(command: readonly string[]): boolean {
  const candidates = [command, ["sudo", "-n", ...command]];
  return candidates.some(([program = "", ...args]) => spawnSync(program, args).status === 0);
}
