import { expect, test } from "vitest";
import { AppError } from "../domain/errors.ts";
import { acceptOrder } from "../domain/index-job.ts";
import type { UnfinishedChange } from "../ports/whole-documents.ts";
import { type CheckedLibrary, checkLibrary } from "./check-library.ts";

const calm = new AbortController().signal;

interface World {
  files: Map<string, string>;
  documents: Map<string, string>;
  leftovers: number;
  recorded: string | null;
  down: string[];
  lacking: string[];
  unfinished: UnfinishedChange[];
  unfinishedJobs: string[];
  damaged: string[];
  setAside: number;
}

/** A library in memory, and the world that it shows. */
function libraryOf(fields: Partial<World> = {}): { library: CheckedLibrary; world: World } {
  const world: World = {
    files: new Map([["f1", "a.txt"]]),
    documents: new Map([["f1", "a.txt"]]),
    leftovers: 0,
    recorded: "embedder",
    down: [],
    lacking: [],
    unfinished: [],
    unfinishedJobs: [],
    damaged: [],
    setAside: 0,
    ...fields,
  };
  const document = (documentId: string, documentName: string) => ({
    ...{ documentId, documentName, userId: "ada", documentType: "TXT", category: "Notes" as const },
    ...{ pages: null, size: 1, indexedAt: "", indexVersion: "v", chunks: 1 },
  });
  const leftovers = () =>
    Array.from({ length: world.leftovers }, () => ({ documentId: "d", userId: "u", since: "" }));
  const library: CheckedLibrary = {
    backends: (["sessions", "files", "vectors", "embedder"] as const).map((port) => ({
      port,
      name: "embedded",
      async check() {
        if (world.down.includes(port)) {
          throw new AppError("storage-failed", "It is away", { details: "Start it" });
        }
      },
    })),
    embedder: { identity: "embedder", ready: async () => undefined },
    files: {
      existing: async (ids) => new Set(ids.filter((id) => world.files.has(id))),
      async read(file) {
        if (world.damaged.includes(String(file)))
          throw new AppError("storage-failed", "The stored file is damaged");
        return (async function* () {
          yield Buffer.from("x");
        })();
      },
    },
    setAside: async () => world.setAside,
    platformArchive: {
      async *files() {
        for (const [fileId, name] of world.files) {
          yield { fileId, name, userId: "ada", mimeType: "text/plain", sizeBytes: 1, createdAt: "" };
        }
      },
    },
    vectors: {
      async removeDocument(document) {
        return world.documents.delete(String(document)) ? 1 : 0;
      },
      async renameDocument(document, name) {
        world.documents.set(String(document), name);
      },
    },
    jobs: { unfinished: async () => world.unfinishedJobs.map(unfinishedJob) },
    vectorArchive: {
      async *documents() {
        for (const [id, name] of world.documents) yield document(id, name);
      },
    },
    generations: { identity: async () => world.recorded },
    leftovers: {
      leftovers: async () => leftovers(),
      async removeLeftovers() {
        const removed = leftovers();
        world.leftovers = 0;
        return removed;
      },
    },
    wholeDocuments: {
      unfinished: async () => world.unfinished,
      finish: async () => world.unfinished.splice(0),
    },
    review: async () => world.lacking,
    async provision() {
      return world.lacking.splice(0);
    },
  };
  return { library, world };
}

const findings = (library: CheckedLibrary, fix = false) => Array.fromAsync(checkLibrary(library, fix, calm));

/** What was found but for what is well. */
async function faults(library: CheckedLibrary, fix = false) {
  return (await findings(library, fix)).filter(({ state }) => state !== "ok");
}

test("a library in order has a good word for each backend and nothing else to say", async () => {
  const { library } = libraryOf();
  expect(await faults(library)).toEqual([]);
  const messages = (await findings(library)).map(({ message }) => message);
  expect(messages).toEqual(expect.arrayContaining(["sessions: embedded", "vectors: embedded"]));
  expect(messages).toContain("1 file, 1 indexed document");
});

test("vectors without a file are wrong, and are removed where that is asked for", async () => {
  const documents = new Map([
    ["f1", "a.txt"],
    ["f2", "gone.txt"],
  ]);
  const { library, world } = libraryOf({ documents });
  expect(await faults(library)).toMatchObject([
    { state: "wrong", message: "1 document without a file: gone.txt" },
  ]);
  expect(world.documents.size).toBe(2);
  expect(await faults(library, true)).toMatchObject([{ state: "fixed" }]);
  expect([...world.documents.keys()]).toEqual(["f1"]);
  expect(await faults(library)).toEqual([]);
});

test("files without vectors are worth a note, and are never touched", async () => {
  const names = ["a", "b", "c", "d", "e", "f", "g"];
  const { library, world } = libraryOf({
    files: new Map(names.map((name) => [name, `${name}.txt`])),
    documents: new Map(),
  });
  const note = {
    state: "note",
    message: "7 files without vectors: a.txt, b.txt, c.txt, d.txt, e.txt and 2 more",
  };
  expect(await faults(library, true)).toMatchObject([note]);
  expect(world.files.size).toBe(7);
});

test("a document that is named otherwise than its file is wrong until it has the file's name", async () => {
  const { library, world } = libraryOf({ documents: new Map([["f1", "old.txt"]]) });
  expect(await faults(library)).toMatchObject([
    { state: "wrong", message: "1 document named otherwise than the file: old.txt (file: a.txt)" },
  ]);
  expect(await faults(library, true)).toMatchObject([{ state: "fixed" }]);
  expect(world.documents.get("f1")).toBe("a.txt");
  expect(await faults(library)).toEqual([]);
});

test("files whose bytes are gone are named, and no repair touches them", async () => {
  const { library, world } = libraryOf({ damaged: ["f1"] });
  const fault = { state: "wrong", message: "1 file whose bytes are missing or cut off: a.txt" };
  expect(await faults(library)).toMatchObject([fault]);
  expect(await faults(library, true)).toMatchObject([fault]);
  expect([world.files.size, world.documents.size]).toEqual([1, 1]);
});

test("files in the quarantine are worth a note", async () => {
  const { library } = libraryOf({ setAside: 2 });
  expect(await faults(library)).toMatchObject([
    { state: "note", message: "2 files in the quarantine, because no record knows them" },
  ]);
});

test("changes that were not ended are wrong until they are", async () => {
  const { library } = libraryOf({
    unfinished: [{ documentId: "f1", userId: "ada", kind: "remove", since: "" }],
  });
  expect(await faults(library)).toMatchObject([{ state: "wrong", message: "1 rename or removal not ended" }]);
  expect(await faults(library, true)).toMatchObject([{ state: "fixed" }]);
  expect(await faults(library)).toEqual([]);
});

test("leftovers are wrong until they are removed", async () => {
  const { library } = libraryOf({ leftovers: 3 });
  expect(await faults(library)).toMatchObject([
    { state: "wrong", message: "3 leftovers of interrupted writes" },
  ]);
  expect(await faults(library, true)).toMatchObject([{ state: "fixed" }]);
  expect(await faults(library)).toEqual([]);
});

test("what a backend could have better is wrong until it is changed", async () => {
  const { library } = libraryOf({ lacking: ["The index builds graphs"] });
  expect(await faults(library)).toMatchObject([
    { state: "wrong", message: "The index builds graphs", advice: expect.stringContaining("provision") },
  ]);
  expect(await faults(library, true)).toEqual([{ state: "fixed", message: "The index builds graphs" }]);
  expect(await faults(library)).toEqual([]);
});

test("nodes that do not answer are worth a note where the others do", async () => {
  const { library } = libraryOf();
  const nodes = async () => [
    { name: "a:6333", isReady: true },
    { name: "b:6333", isReady: false },
  ];
  const clustered = library.backends.map((backend) =>
    backend.port === "vectors" ? { ...backend, nodes } : backend,
  );
  expect(await faults({ ...library, backends: clustered })).toEqual([
    { state: "note", message: "vectors: embedded works, although these of its nodes do not: b:6333" },
  ]);
});

test("another embedder than the recorded one names the command", async () => {
  const { library } = libraryOf({ recorded: "other" });
  expect(await faults(library)).toMatchObject([
    { state: "wrong", advice: expect.stringContaining("reembed") },
  ]);
});

test("an embedder that cannot be made ready is a finding like any other", async () => {
  const { library } = libraryOf();
  const ready = async () => {
    throw new AppError("embedding-failed", "No such model", { details: "Choose another" });
  };
  expect(await faults({ ...library, embedder: { identity: "embedder", ready } })).toEqual([
    { state: "wrong", message: "embedder: No such model", advice: "Choose another" },
  ]);
});

test.each([["vectors"], ["files"]])(
  "where the %s are away, nothing that needs them is looked at or removed",
  async (port) => {
    const { library, world } = libraryOf({ down: [port], files: new Map() });
    expect(await faults(library, true)).toEqual([
      { state: "wrong", message: `${port}: embedded: It is away`, advice: "Start it" },
    ]);
    expect(world.documents.size).toBe(1);
  },
);

test("unfinished indexing is worth a note", async () => {
  const { library } = libraryOf({ unfinishedJobs: ["a.txt", "b.pdf"] });
  const findings = await Array.fromAsync(checkLibrary(library, false, calm));
  expect(findings).toContainEqual({
    state: "note",
    message: "2 unfinished indexings: a.txt, b.pdf",
    advice: "A service that runs goes on with them by itself",
  });
});

function unfinishedJob(fileName: string) {
  const order = { documentId: fileName, userId: "ada", fileName, isAwaited: false };
  return { job: acceptOrder(null, order, { jobId: "j", at: "" }), revision: "r" };
}
