import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { calm } from "../../test/contracts/store-under-test.ts";
import { readNewPassword } from "./read-password.ts";

const open = (isTTY: boolean) => {
  const input = Object.assign(new PassThrough(), { isTTY });
  const said: string[] = [];
  return { input, said, write: (text: string) => void said.push(text) };
};

describe("a password that is typed", () => {
  it("is asked for twice and shown to nobody", async () => {
    const terminal = open(true);
    const reading = readNewPassword(terminal, calm);
    terminal.input.write("correct hoo\x7frse 日本\r");
    await new Promise(setImmediate);
    terminal.input.write("correct horse 日本\r");
    expect(await reading).toBe("correct horse 日本");
    expect(terminal.said.join("")).toBe("Password: \nOnce more: \n");
  });

  it("is refused where the two differ", async () => {
    const terminal = open(true);
    const reading = readNewPassword(terminal, calm);
    terminal.input.write("one horse\r");
    await new Promise(setImmediate);
    terminal.input.write("two horses\r");
    await expect(reading).rejects.toMatchObject({ message: "These were two different passwords" });
  });

  it("may be given up", async () => {
    const terminal = open(true);
    const reading = readNewPassword(terminal, calm);
    terminal.input.write("\x03");
    await expect(reading).rejects.toMatchObject({ code: "cancelled" });
    const reason = new Error("gone");
    await expect(readNewPassword(open(true), AbortSignal.abort(reason))).rejects.toBe(reason);
  });
});

describe("a password that is piped in", () => {
  it.each([
    ["correct horse\n", "correct horse"],
    ["correct horse", "correct horse"],
    [" 日本 \r\nmore\n", " 日本 "],
  ])("is the first line of %j", async (text, password) => {
    const terminal = open(false);
    terminal.input.end(text);
    expect(await readNewPassword(terminal, calm)).toBe(password);
    expect(terminal.said).toEqual([]);
  });

  it("does not wait for a pipe that stays open", async () => {
    const terminal = open(false);
    terminal.input.write("correct ");
    terminal.input.write("horse\n");
    expect(await readNewPassword(terminal, calm)).toBe("correct horse");
  });

  it("has to be there", async () => {
    const terminal = open(false);
    terminal.input.end();
    await expect(readNewPassword(terminal, calm)).rejects.toMatchObject({ message: "No password was given" });
    const stop = new AbortController();
    const reading = readNewPassword(open(false), stop.signal);
    const reason = new Error("gone");
    stop.abort(reason);
    await expect(reading).rejects.toBe(reason);
  });
});
