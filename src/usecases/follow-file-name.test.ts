import { expect, test } from "vitest";
import { AppError } from "../domain/errors.ts";
import { followFileName } from "./follow-file-name.ts";
import type { Library } from "./library.ts";

const calm = new AbortController().signal;
const document = { documentId: "d", fileName: "known.txt" };

/** A library whose file has these names, one after the other, each time that somebody looks. */
function libraryWith(names: (string | AppError)[]) {
  const given: string[] = [];
  const last = names.at(-1);
  const library = {
    files: {
      async find() {
        const name = names.shift() ?? last;
        if (name instanceof AppError) throw name;
        return { name };
      },
    },
    vectors: {
      async renameDocument(_id: string, name: string) {
        given.push(name);
      },
    },
    // Only these two functions are called.
  } as unknown as Library;
  return { library, given };
}

test("a file that kept its name leaves the vectors alone", async () => {
  const { library, given } = libraryWith(["known.txt"]);
  expect(await followFileName(library, document, calm)).toBeNull();
  expect(given).toEqual([]);
});

test("vectors get the name that the file has in the end", async () => {
  const { library, given } = libraryWith(["second.txt", "third.txt", "third.txt"]);
  expect(await followFileName(library, document, calm)).toBe("third.txt");
  expect(given).toEqual(["second.txt", "third.txt"]);
});

test("a storage that fails just now is no reason to fail, a file that is gone is", async () => {
  const broken = libraryWith([new AppError("storage-failed", "away")]);
  expect(await followFileName(broken.library, document, calm)).toBeNull();
  const gone = libraryWith([new AppError("file-not-found", "File not found")]);
  await expect(followFileName(gone.library, document, calm)).rejects.toMatchObject({
    code: "file-not-found",
  });
});
