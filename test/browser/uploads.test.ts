import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { temporaryFolder } from "../doubles/temporary-folder.ts";
import { browserSuite } from "./browser-suite.ts";
import { dropFolder } from "./drop-folder.ts";
import { documentsOf, keptFiles, namesOf } from "./open-service.ts";
import { openThrottle } from "./open-throttle.ts";

const PATIENCE = { timeout: 40_000 };

browserSuite("uploads", ({ service, open }) => {
  const desk = temporaryFolder("suite");

  /** What is listed may still be on its way: waits until it can be found. */
  const untilIndexed = async (name: string) => {
    const isIndexed = async () =>
      (await documentsOf(service.url)).some(
        ({ documentName, state }) => documentName === name && state === "indexed",
      );
    await expect.poll(isIndexed, PATIENCE).toBe(true);
  };

  /** Cancels it, and nothing is left of it. */
  const cancel = async (page: Page, name: string, before: readonly string[]) => {
    await page.getByRole("button", { name: `Cancel ${name}` }).click();
    await tellsOfCancelling(page, name);
    await expect.poll(() => keptFiles(service.folder), PATIENCE).toEqual(before);
    expect(await namesOf(service.url)).not.toContain(name);
  };
  const addWhole = async (page: Page, name: string, content: string) => {
    await addFile(page, name, content);
    await rowOf(page, name).waitFor();
    await untilIndexed(name);
    expect(await rowOf(page, name).count()).toBe(1);
    expect(await namesOf(service.url)).toContain(name);
  };

  test("an upload that is cancelled leaves nothing, and the same file can be added again", async () => {
    const heavy = `<p>The night ferry leaves from pier four.</p><!--${" ".repeat(2_000_000)}-->`;
    const before = await keptFiles(service.folder);
    const { page, errors } = await open("/library");
    const sendAtBytesPerSecond = await openThrottle(page);
    await sendAtBytesPerSecond(50_000);
    await addFile(page, "ferry.html", heavy);
    await page.getByText(/^Uploading, [1-9]\d? %$/).waitFor();
    await expect.poll(() => keptFiles(service.folder), PATIENCE).not.toEqual(before);

    await cancel(page, "ferry.html", before);

    await sendAtBytesPerSecond(-1);
    await addWhole(page, "ferry.html", heavy);
    expect(errors).toEqual([]);
  });

  test("an indexing that is cancelled leaves nothing, and the same file can be added again", async () => {
    const long = sentences(3000);
    const before = await keptFiles(service.folder);
    const { page, errors } = await open("/library");
    await addFile(page, "lighthouses.txt", long);
    await page.getByText(/^Understanding passage \d+ of \d+$/).waitFor();
    expect(await keptFiles(service.folder)).toHaveLength(before.length + 1);

    await cancel(page, "lighthouses.txt", before);
    await page.reload();
    await rowOf(page, "ferry.html").waitFor();
    expect(await rowOf(page, "lighthouses.txt").count()).toBe(0);

    await addWhole(page, "lighthouses.txt", long);
    expect(errors).toEqual([]);
  });

  test("a document that is read again goes on by itself when the page is left", async () => {
    const indexedAt = async () => {
      const documents = await documentsOf(service.url);
      const found = documents.find(({ documentName }) => documentName === "lighthouses.txt");
      return found?.state === "indexed" ? found.indexedAt : "not yet";
    };
    const before = await indexedAt();
    const { page, errors } = await open("/library");
    await page.route(
      "**/api/documents/index",
      (route) => route.fulfill({ status: 503, json: { error: "Busy" } }),
      {
        times: 1,
      },
    );
    await page.getByRole("button", { name: "More actions: lighthouses.txt" }).click();
    await page.getByRole("menuitem", { name: "Read again" }).click();
    await trayOf(page)
      .getByText(/^Understanding passage \d+ of \d+$/)
      .waitFor();
    expect(errors.filter((error) => !error.includes("503"))).toEqual([]);
    await page.context().close();
    await expect.poll(async () => !["not yet", before].includes(await indexedAt()), PATIENCE).toBe(true);
  });

  test("a file that failed and is taken off the list leaves nothing", async () => {
    const before = await keptFiles(service.folder);
    const { page } = await open("/library");
    await addFile(page, "blank.txt", "  \n");
    await trayOf(page).getByText("The file is empty or holds only white space.", { exact: false }).waitFor();
    await page.getByRole("button", { name: "Take blank.txt off the list" }).click();
    await trayOf(page).waitFor({ state: "detached" });
    await expect.poll(() => keptFiles(service.folder), PATIENCE).toEqual(before);
  });

  test("a file that a busy service keeps waiting can be cancelled", async () => {
    const { page } = await open("/library");
    await page.route("**/api/documents/upload", (route) =>
      route.fulfill({ status: 429, json: { error: "Too much to do" } }),
    );
    const refused = page.waitForResponse("**/api/documents/upload");
    await addFile(page, "patient.txt", "A text that waits.");
    await (await refused).finished();
    await page.getByRole("button", { name: "Cancel patient.txt" }).click();
    await tellsOfCancelling(page, "patient.txt");
    expect(await namesOf(service.url)).not.toContain("patient.txt");
  });

  test("a dropped folder brings in every file below it, and what cannot be read says why", async () => {
    const folder = await makeFolder(desk.at("Allotment"), {
      "pears.txt": "The pear tree by the gate is pruned in February.",
      "seeds/beans.csv": "Bean,Sown\nRunner,May\nBroad,November\n",
      "seeds/2025/swaps.md": "# Swaps\n\nTwo bags of leeks for one of chard.\n",
      "seeds/2025/song.mp3": "ID3\u0003\u0000\u0000\u0000\u0000\u0000\u0000",
      "seeds/Thumbs.db": "nobody's document",
      ".index": "nobody's document",
    });
    const { page, errors } = await open("/library");
    const known = await namesOf(service.url);
    await dropFolder(page, folder);
    await expect.poll(() => trayOf(page).getByRole("listitem").count(), PATIENCE).toBe(4);
    const song = trayOf(page).getByRole("listitem").filter({ hasText: "song.mp3" });
    await song.getByText("The file is unsupported: its content is", { exact: false }).waitFor();
    for (const name of ["pears.txt", "beans.csv", "swaps.md"]) {
      await rowOf(page, name).waitFor();
      await untilIndexed(name);
    }
    expect((await namesOf(service.url)).filter((name) => !known.includes(name)).sort()).toEqual([
      "beans.csv",
      "pears.txt",
      "song.mp3",
      "swaps.md",
    ]);
    await rowOf(page, "song.mp3").getByText("Could not be read").last().waitFor();
    expect(errors).toEqual([]);
  });

  test("a dropped folder without a file says so", async () => {
    const folder = await makeFolder(desk.at("Empty"), { ".index": "nobody's document" });
    const { page } = await open("/library");
    await dropFolder(page, folder);
    await page.getByText("There is no file in what was dropped").waitFor();
    expect(await trayOf(page).count()).toBe(0);
  });

  test("a file that was moved before it was sent says so, and the others go on", async () => {
    const folder = await makeFolder(desk.at("Removal"), {
      "chairs.txt": "Six chairs stay in the kitchen.",
      "lamps.txt": "Two lamps go to the attic.",
    });
    const { page } = await open("/library");
    const moved = Promise.withResolvers<void>();
    await page.route("**/api/documents/upload", async (route) => {
      await moved.promise;
      await route.continue();
    });
    await dropFolder(page, folder);
    const lines = trayOf(page).getByRole("listitem");
    await expect.poll(() => lines.count(), PATIENCE).toBe(2);
    await rm(join(folder, "lamps.txt"));
    moved.resolve();
    const lamps = lines.filter({ hasText: "lamps.txt" });
    await lamps.getByText("The file was moved or changed after it was chosen.", { exact: false }).waitFor();
    await rowOf(page, "chairs.txt").waitFor();
    await untilIndexed("chairs.txt");
    expect(await page.getByText("Carrel cannot be reached", { exact: false }).count()).toBe(0);
    expect(await namesOf(service.url)).not.toContain("lamps.txt");
  });

  test("a folder of more files than the browser gives at once comes in whole, and each file can be cancelled", async () => {
    const names = Array.from({ length: 130 }, (_, i) => `page ${i}.txt`);
    const folder = await makeFolder(
      desk.at("Diary"),
      Object.fromEntries(names.map((name) => [name, "Rain all day."])),
    );
    const { page } = await open("/library");
    // Held back, so that nothing is finished while it is counted.
    await page.route("**/api/documents/upload", () => undefined);
    await dropFolder(page, folder);
    const lines = trayOf(page).getByRole("listitem");
    await expect.poll(() => lines.count(), PATIENCE).toBe(130);
    await page.getByRole("button", { name: "Cancel page 77.txt" }).click();
    await expect.poll(() => lines.count(), PATIENCE).toBe(129);
    expect(await lines.filter({ hasText: "page 77.txt" }).count()).toBe(0);
  });
});

/** Chooses a file in the dialog of the library page. */
async function addFile(page: Page, name: string, content: string): Promise<void> {
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Add files" }).click();
  await (await chooser).setFiles({ name, mimeType: "", buffer: Buffer.from(content) });
}

/** Waits until the only file on its way is gone from the page, and screen readers have been told. */
async function tellsOfCancelling(page: Page, name: string): Promise<void> {
  await trayOf(page).waitFor({ state: "detached" });
  await page
    .getByRole("status")
    .filter({ hasText: `${name} was cancelled` })
    .waitFor({ state: "attached" });
  expect(await rowOf(page, name).count()).toBe(0);
}

function trayOf(page: Page) {
  return page.getByRole("region", { name: "Uploads" });
}

function rowOf(page: Page, name: string) {
  return page.getByRole("row").filter({ hasText: name });
}

/** Writes files, given by their paths below it, into a folder of this machine. */
async function makeFolder(folder: string, files: Record<string, string>): Promise<string> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  return folder;
}

function sentences(count: number): string {
  return Array.from(
    { length: count },
    (_, i) => `Lighthouse ${i} shows its lamp every ${i + 3} seconds.\n`,
  ).join("");
}
