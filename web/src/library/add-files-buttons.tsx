import { useRef } from "react";
import { Icon } from "../kit/icon.tsx";
import { useText } from "../text/use-text.ts";
import { filesOfInput } from "./files-of-drop.ts";
import { addFiles } from "./upload-queue.ts";

/** Browsers know this attribute; the types of the page do not. */
const FOLDERS = { webkitdirectory: "" };

/** Buttons that open the browser's dialogs for files and for a folder. */
export function AddFilesButtons({ isLarge = false }: { isLarge?: boolean }) {
  const t = useText();
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const take = (input: HTMLInputElement) => {
    addFiles(filesOfInput(input));
    input.value = "";
  };
  return (
    <div className="flex flex-wrap items-center gap-2">
      <button
        type="button"
        className={`button is-primary ${isLarge ? "!min-h-12 !px-6 text-base" : ""}`}
        onClick={() => files.current?.click()}
      >
        <Icon name="plus" /> {t.library.add}
      </button>
      <button
        type="button"
        className={`button ${isLarge ? "!min-h-12 !px-5 text-base" : ""}`}
        onClick={() => folder.current?.click()}
      >
        <Icon name="folder" /> {t.library.addFolder}
      </button>
      <input
        ref={files}
        type="file"
        multiple
        hidden
        aria-label={t.library.add}
        onChange={(event) => take(event.currentTarget)}
      />
      <input
        ref={folder}
        type="file"
        multiple
        hidden
        {...FOLDERS}
        aria-label={t.library.addFolder}
        onChange={(event) => take(event.currentTarget)}
      />
    </div>
  );
}
