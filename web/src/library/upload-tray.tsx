import { useEffect, useRef, useState } from "react";
import { focusComposer } from "../chat/focus-composer.ts";
import { Icon } from "../kit/icon.tsx";
import { showToast } from "../kit/toast-store.ts";
import { goTo } from "../state/location.ts";
import { useStore } from "../state/store.ts";
import { useText } from "../text/use-text.ts";
import { UploadLine } from "./upload-line.tsx";
import { clearFinished, uploads } from "./upload-queue.ts";

/** How long the good news stays. */
const READY_MS = 6_000;

/** The files on their way in, in a corner of the page. */
export function UploadTray() {
  const t = useText();
  const list = useStore(uploads);
  const [isFolded, setFolded] = useState(false);
  const failed = list.filter(({ state }) => state.step === "failed").length;
  const done = list.filter(({ state }) => state.step === "done").length;
  const open = list.length - failed - done;
  useReadyToast(open, done);
  if (list.length === 0) return null;
  return (
    <section
      aria-label={t.upload.title}
      className="fixed right-3 bottom-[calc(4.2rem+env(safe-area-inset-bottom))] left-3 z-30 overflow-hidden rounded-2xl border border-line bg-surface shadow-float sm:left-auto sm:w-96 md:right-5 md:bottom-5"
    >
      <header className="flex items-center gap-1 py-1.5 pr-2 pl-4">
        <h2 className="mr-auto font-semibold text-sm" aria-live="polite">
          {t.upload.summary(open, failed)}
        </h2>
        {done > 0 && (
          <button type="button" className="button is-quiet !min-h-8 text-xs" onClick={clearFinished}>
            {t.upload.clear}
          </button>
        )}
        <button
          type="button"
          className="icon-button"
          aria-expanded={!isFolded}
          aria-label={t.upload.fold}
          onClick={() => setFolded(!isFolded)}
        >
          <span className={isFolded ? "rotate-180" : ""}>
            <Icon name="down" />
          </span>
        </button>
      </header>
      {!isFolded && (
        <ul
          className="max-h-[38vh] overflow-y-auto border-line border-t"
          tabIndex={0}
          aria-label={t.upload.title}
        >
          {list.map((upload) => (
            <UploadLine key={upload.id} upload={upload} />
          ))}
        </ul>
      )}
    </section>
  );
}

/** When the last file is in, the next step is one click away, and the finished ones leave by themselves. */
function useReadyToast(open: number, done: number): void {
  const t = useText();
  const wasOpen = useRef(false);
  useEffect(() => {
    const isOver = wasOpen.current && open === 0;
    wasOpen.current = open > 0;
    if (!isOver || done === 0) return;
    const askNow = () => {
      goTo({ name: "chat", sessionId: null });
      focusComposer();
    };
    showToast({
      kind: "news",
      message: t.upload.allReady,
      stayMs: READY_MS,
      action: { label: t.upload.askNow, run: askNow },
    });
    setTimeout(clearFinished, READY_MS);
  }, [open, done, t]);
}
