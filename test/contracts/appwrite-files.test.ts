import { beforeEach, describe, expect, it } from "vitest";
import { FILES, failureOf, firstPart, newFile, setUpAppwrite } from "./appwrite-stage.ts";
import { calm } from "./store-under-test.ts";

const stage = setUpAppwrite();

describe("files in Appwrite", () => {
  const MEGABYTE = 1024 * 1024;
  const large = Buffer.alloc(12 * MEGABYTE + 3, "0123456789abcdef-");
  beforeEach(async () => {
    await stage.open().provision(calm);
  });

  it("arrive whole when an answer to a part is lost, and come back whole when downloads break", async () => {
    const { files } = stage.open();
    let count = 0;
    stage.double.hooks.after = (asked) => {
      if (asked.method !== "POST") return undefined;
      count += 1;
      return count === 2 ? { drop: true } : undefined;
    };
    const { fileId, sizeBytes } = await files.put(newFile(large), calm);
    expect(sizeBytes).toBe(large.length);
    expect(count).toBe(4);
    count = 0;
    stage.double.hooks.after = (asked) => {
      if (!asked.path.endsWith("/download")) return undefined;
      count += 1;
      return count % 2 === 1 ? { cutAfter: 2 * MEGABYTE } : undefined;
    };
    const read = Buffer.concat(await Array.fromAsync(await files.read(fileId, null, calm)));
    expect(read.equals(large)).toBe(true);
    expect(count).toBeGreaterThan(3);
  });

  it("that break every time end in a failure", async () => {
    const { files } = stage.open();
    const { fileId } = await files.put(newFile(large), calm);
    stage.double.hooks.after = (asked) => (asked.path.endsWith("/download") ? { cutAfter: 0 } : undefined);
    const reading = async () => Array.fromAsync(await files.read(fileId, null, calm));
    expect(await failureOf(reading())).toMatchObject({ code: "storage-failed" });
  });

  it("whose upload fails leave nothing", async () => {
    const { files } = stage.open();
    let count = 0;
    stage.double.hooks.before = (asked) => {
      if (asked.method !== "POST") return undefined;
      count += 1;
      return count === 3 ? { answer: { status: 500, body: "vendor's words" } } : undefined;
    };
    await failureOf(files.put(newFile(large), calm));
    expect(await stage.filesInBucket()).toBe(0);
    stage.double.hooks = {};
    await failureOf(files.put(newFile(large, { sizeBytes: large.length + 1 }), calm));
    await failureOf(files.put(newFile(large, { sizeBytes: large.length - 1 }), calm));
    expect(await stage.filesInBucket()).toBe(0);
  });

  it("whose owner the server wrote otherwise leave nothing", async () => {
    stage.double.hooks.after = ({ method }, answered) => {
      if (method !== "POST") return undefined;
      return {
        answer: { ...answered, body: { ...Object(answered.body), $permissions: ['read("user:Anna")'] } },
      };
    };
    const refused = await failureOf(stage.open().files.put(newFile(Buffer.from("x")), calm));
    expect(refused.message).toBe("The file storage did not note whose the file is");
    expect(await stage.filesInBucket()).toBe(0);
  });

  it("that have only half arrived are not there", async () => {
    const { files } = stage.open();
    await stage.send("POST", FILES, firstPart("half", large));
    expect(await stage.filesInBucket()).toBe(1);
    expect((await failureOf(files.find("half", calm))).code).toBe("file-not-found");
    expect((await failureOf(files.read("half", null, calm))).code).toBe("file-not-found");
    expect(await files.existing(["half"], calm)).toEqual(new Set());
  });

  it("take a name of 255 characters when they come, and one of 128 later", async () => {
    const { files } = stage.open();
    const put = (name: string) => files.put(newFile(Buffer.from("x"), { name }), calm);
    const renamed = "👩".repeat(124).concat(".txt");
    for (const length of [129, 255]) {
      const name = "é".repeat(length - 4).concat(".txt");
      const stored = await put(name);
      expect(stored.name).toBe(name);
      const refused = await failureOf(files.rename(stored.fileId, `a${renamed}`, calm));
      expect(refused).toMatchObject({ code: "storage-failed" });
      expect(refused.message).toContain("128");
      expect((await files.find(stored.fileId, calm)).name).toBe(name);
      expect((await files.rename(stored.fileId, renamed, calm)).name).toBe(renamed);
    }
    expect(await stage.filesInBucket()).toBe(2);
    expect((await failureOf(put("a".repeat(256)))).message).toContain("255");
    expect(await stage.filesInBucket()).toBe(2);
  });

  it("say so where a long name has a character that an upload cannot carry, and leave nothing", async () => {
    const { files } = stage.open();
    const put = (name: string) => files.put(newFile(Buffer.from("x"), { name }), calm);
    const quoted = 'a "quoted" name.txt';
    expect((await put(quoted)).name).toBe(quoted);
    const refused = await failureOf(put("long ".repeat(30).concat(quoted)));
    expect(refused).toMatchObject({ code: "storage-failed", message: expect.stringContaining("128") });
    expect(refused.details).toContain("quotation mark");
    expect(await stage.filesInBucket()).toBe(1);
  });

  it("say so where a name has more bytes than an upload can carry", async () => {
    const { files } = stage.open();
    const name = "日".repeat(200).concat(".txt");
    const refused = await failureOf(files.put(newFile(Buffer.from("x"), { name }), calm));
    expect(refused).toMatchObject({ code: "storage-failed", details: expect.stringContaining("604 bytes") });
    expect(await stage.filesInBucket()).toBe(0);
  });
});
