import { describe, expect, it } from "vitest";
import { chunkText } from "../../../domain/chunk-text.ts";
import { contextFor } from "../testing/read-context.ts";
import { readCsv } from "./read-csv.ts";

const read = (content: string | Uint8Array) =>
  readCsv(typeof content === "string" ? Buffer.from(content) : content, contextFor("a.csv"));
const textOf = async (content: string) =>
  (await read(content)).parts.map((part) => part.text).join("\n---\n");

describe("readCsv", () => {
  it.each([
    ["rows", "name,age\nAda,36\n\nBob,7\n", "name | age\nAda | 36\nBob | 7"],
    ["cells with line breaks", 'name;note\nAda;"first\nsecond"\n', "name | note\nAda | first second"],
    ["empty cells", "a,b,c,d\n1,,3,\n", "a | b | c | d\n1 |  | 3"],
    ["a named delimiter", "sep=;\r\na;b\r\n1;2\r\n", "a | b\n1 | 2"],
    ["a single column", "name\nAda\nBob, the builder\n", "name\nAda\nBob, the builder"],
  ])("writes %s", async (_, content, text) => {
    expect(await textOf(content)).toBe(text);
  });

  it("decodes UTF-16", async () => {
    const { parts } = await read(Buffer.from("\ufeffTeam\tCups\nMontréal\t24\n", "utf16le"));
    expect(parts[0]?.text).toBe("Team | Cups\nMontréal | 24");
  });

  it("keeps the header with every chunk, below a title", async () => {
    const rows = Array.from({ length: 300 }, (_, index) => `Town ${index},${index}`).join("\n");
    const chunks = chunkText(await read(`Census of towns\n\ncity,people\n${rows}`));
    expect(chunks.length).toBeGreaterThan(3);
    expect(chunks[0]?.text).toMatch(/^Census of towns\ncity \| people\nTown 0 \| 0\n/);
    for (const chunk of chunks.slice(1)) expect(chunk.text).toMatch(/^city \| people\nTown/);
  });

  it("takes numbers for no header", async () => {
    expect((await read("1,2\n3,4\n")).parts[0]).not.toHaveProperty("tables");
  });

  it("refuses what is no text", async () => {
    await expect(read(Buffer.from([1, 2, 3, 0, 1, 2, 3, 200]))).rejects.toMatchObject({
      reason: "unsupported",
    });
  });
});
