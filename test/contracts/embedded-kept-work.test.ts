import { appendFile, readdir, truncate } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { openKeptWork } from "../../src/adapters/embedded/kept-work.ts";
import { temporaryFolder } from "../doubles/temporary-folder.ts";
import { keptWorkContract } from "./kept-work.ts";
import { seededVectors } from "./seeded-vectors.ts";
import { calm } from "./store-under-test.ts";

const home = temporaryFolder();
keptWorkContract("a folder", async () => ({
  store: openKeptWork(home.at("jobs")),
  reopen: async () => openKeptWork(home.at("jobs")),
  close: async () => undefined,
}));

describe("a folder of unfinished work", () => {
  const folder = temporaryFolder();

  const chunk = { chunkIndex: 0, text: "a", pageNumber: null, section: null, part: 0, start: 0, end: 1 };
  const text = { pages: null, opening: "a", chunks: [chunk] };
  const { random } = seededVectors(3);
  const vectorsFrom = (from: number) => ({ embedder: "a", from, vectors: [random()] });
  const froms = async () => (await openKeptWork(folder.path).read("job", calm))?.kept.map(({ from }) => from);

  it("loses only the record that was being written, and what is added next is read", async () => {
    const kept = openKeptWork(folder.path);
    await kept.begin("job", text, calm);
    await kept.add("job", vectorsFrom(0), calm);
    await kept.add("job", vectorsFrom(1), calm);
    const [name = ""] = await readdir(folder.path);
    await truncate(folder.at(name), 5_000);
    expect(await froms()).toEqual([0]);
    await kept.add("job", vectorsFrom(2), calm);
    expect(await froms()).toEqual([0, 2]);
    await appendFile(folder.at(name), Buffer.alloc(40, 0xff));
    expect(await froms()).toEqual([0, 2]);
  });

  it("takes a text that is not whole for none", async () => {
    const kept = openKeptWork(folder.path);
    await kept.begin("job", text, calm);
    const [name = ""] = await readdir(folder.path);
    await truncate(folder.at(name), 60);
    expect(await kept.read("job", calm)).toBeNull();
  });
});
