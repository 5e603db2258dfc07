import { appendFile, mkdtemp, readdir, rm, truncate } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openKeptWork } from "../../src/adapters/embedded/kept-work.ts";
import { keptWorkContract } from "./kept-work.ts";
import { seededVectors } from "./seeded-vectors.ts";
import { calm } from "./store-under-test.ts";

keptWorkContract("a folder", async () => {
  const directory = await mkdtemp(join(tmpdir(), "carrel-work-"));
  return {
    store: openKeptWork(join(directory, "jobs")),
    reopen: async () => openKeptWork(join(directory, "jobs")),
    close: () => rm(directory, { recursive: true }),
  };
});

describe("a folder of unfinished work", () => {
  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), "carrel-work-"));
  });
  afterEach(() => rm(directory, { recursive: true }));

  const chunk = { chunkIndex: 0, text: "a", pageNumber: null, section: null, part: 0, start: 0, end: 1 };
  const text = { pages: null, opening: "a", chunks: [chunk] };
  const { random } = seededVectors(3);
  const vectorsFrom = (from: number) => ({ embedder: "a", from, vectors: [random()] });
  const froms = async () => (await openKeptWork(directory).read("job", calm))?.kept.map(({ from }) => from);

  it("loses only the record that was being written, and what is added next is read", async () => {
    const kept = openKeptWork(directory);
    await kept.begin("job", text, calm);
    await kept.add("job", vectorsFrom(0), calm);
    await kept.add("job", vectorsFrom(1), calm);
    const [name = ""] = await readdir(directory);
    await truncate(join(directory, name), 5_000);
    expect(await froms()).toEqual([0]);
    await kept.add("job", vectorsFrom(2), calm);
    expect(await froms()).toEqual([0, 2]);
    await appendFile(join(directory, name), Buffer.alloc(40, 0xff));
    expect(await froms()).toEqual([0, 2]);
  });

  it("takes a text that is not whole for none", async () => {
    const kept = openKeptWork(directory);
    await kept.begin("job", text, calm);
    const [name = ""] = await readdir(directory);
    await truncate(join(directory, name), 60);
    expect(await kept.read("job", calm)).toBeNull();
  });
});
