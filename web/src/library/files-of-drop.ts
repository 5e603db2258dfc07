/** A file with the name that it is stored under. */
export interface NamedFile {
  file: File;
  name: string;
}

/** Folders may hold anything; more than this at once is a mistake. */
export const MOST_FILES = 5_000;

/** What was dropped. */
export interface DroppedFiles {
  files: NamedFile[];
  /** Whether there were more than are taken at once. */
  isCut: boolean;
}

/** The files of a drop, those inside folders too. Must be called while the event is handled: later it is empty. */
export function filesOfDrop(transfer: DataTransfer): Promise<DroppedFiles> {
  const entries = [...transfer.items]
    .filter((item) => item.kind === "file")
    .map((item) => item.webkitGetAsEntry() ?? item.getAsFile())
    .filter((entry) => entry !== null);
  return collect(entries);
}

/** The files that a file dialog gave. */
export function filesOfInput(input: HTMLInputElement): NamedFile[] {
  return [...(input.files ?? [])]
    .filter(({ name }) => isWanted(name))
    .map((file) => ({ file, name: file.name }));
}

async function collect(entries: readonly (FileSystemEntry | File)[]): Promise<DroppedFiles> {
  const files: NamedFile[] = [];
  const queue = [...entries];
  for (let entry = queue.shift(); entry !== undefined; entry = queue.shift()) {
    if (!isWanted(entry.name)) continue;
    if (!(entry instanceof File) && isFolderEntry(entry)) {
      queue.push(...(await childrenOf(entry)));
      continue;
    }
    if (files.length >= MOST_FILES) return { files, isCut: true };
    const file = entry instanceof File ? entry : await fileOf(entry as FileSystemFileEntry);
    files.push({ file, name: file.name });
  }
  return { files, isCut: false };
}

/** Hidden files and what systems leave lying about are nobody's documents. */
function isWanted(name: string): boolean {
  return !name.startsWith(".") && !/^(?:thumbs\.db|desktop\.ini|__macosx)$/i.test(name);
}

function isFolderEntry(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}

/** A folder gives its entries a hundred at a time, until it gives none. */
async function childrenOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const children: FileSystemEntry[] = [];
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (batch.length === 0) return children;
    children.push(...batch);
  }
}
