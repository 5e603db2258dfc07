import { useEffect, useState } from "react";
import { sayFailure } from "../api/request.ts";
import { Icon } from "../kit/icon.tsx";
import { showToast } from "../kit/toast-store.ts";
import { currentText, useText } from "../text/use-text.ts";
import { filesOfDrop, MOST_FILES } from "./files-of-drop.ts";
import { addFiles } from "./upload-queue.ts";

/** Without news of the dragging for this long, it is over. */
const QUIET_MS = 800;

/** Takes files that are dropped anywhere in the window, or pasted, and shows that it would. */
export function DropZone() {
  const t = useText();
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    // Leaving the window is not always told; the dragging that goes on is.
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onOver = (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      if (event.dataTransfer !== null) event.dataTransfer.dropEffect = "copy";
      setOver(true);
      clearTimeout(timer);
      timer = setTimeout(() => setOver(false), QUIET_MS);
    };
    const onDrop = (event: DragEvent) => {
      if (!holdsFiles(event) || event.dataTransfer === null) return;
      event.preventDefault();
      clearTimeout(timer);
      setOver(false);
      void take(event.dataTransfer);
    };
    const onPaste = (event: ClipboardEvent) => {
      if (event.clipboardData !== null && event.clipboardData.files.length > 0)
        void take(event.clipboardData);
    };
    const events = { dragenter: onOver, dragover: onOver, drop: onDrop };
    for (const [name, listener] of Object.entries(events))
      window.addEventListener(name, listener as EventListener);
    window.addEventListener("paste", onPaste);
    return () => {
      clearTimeout(timer);
      for (const [name, listener] of Object.entries(events))
        window.removeEventListener(name, listener as EventListener);
      window.removeEventListener("paste", onPaste);
    };
  }, []);
  if (!isOver) return null;
  return (
    <div className="pointer-events-none fixed inset-0 z-40 grid place-items-center bg-paper/80 p-4 backdrop-blur-sm">
      <div className="grid h-full w-full place-items-center rounded-3xl border-2 border-lamp border-dashed">
        <div className="text-center">
          <span className="inline-block text-lamp">
            <Icon name="upload" size={44} />
          </span>
          <p className="mt-3 font-semibold font-serif text-2xl">{t.shell.dropHere}</p>
        </div>
      </div>
    </div>
  );
}

function holdsFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes("Files") ?? false;
}

async function take(transfer: DataTransfer): Promise<void> {
  const { upload } = currentText();
  try {
    const { files, isCut } = await filesOfDrop(transfer);
    if (files.length === 0) showToast({ kind: "news", message: upload.nothing });
    if (isCut) showToast({ kind: "failure", message: upload.cut(MOST_FILES), details: upload.cutHint });
    addFiles(files);
  } catch (error) {
    showToast({ kind: "failure", message: currentText().shell.loadFailed, details: sayFailure(error) });
  }
}
