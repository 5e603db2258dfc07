import { useEffect, useState } from "react";
import { useStore } from "../state/store.ts";
import { useText } from "../text/use-text.ts";
import { Icon } from "./icon.tsx";
import { closeToast, type Toast, toasts } from "./toast-store.ts";

/** The messages in the corner. They wait while somebody points at them or has the focus in them. */
export function Toasts() {
  const shown = useStore(toasts);
  const t = useText();
  return (
    <section
      aria-label={t.shell.messages}
      aria-live="polite"
      className="pointer-events-none fixed inset-x-3 top-3 z-50 flex flex-col items-stretch gap-2 md:top-auto md:right-auto md:bottom-5 md:left-[5.6rem] md:w-max md:max-w-[27rem]"
    >
      {shown.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </section>
  );
}

function ToastCard({ toast }: { toast: Toast }) {
  const t = useText();
  const [isHeld, setHeld] = useState(false);
  const { id, stayMs } = toast;
  useEffect(() => {
    if (stayMs === null || isHeld) return;
    const timer = setTimeout(() => closeToast(id), stayMs);
    return () => clearTimeout(timer);
  }, [id, stayMs, isHeld]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing only makes the message wait
    <div
      className="pointer-events-auto flex w-full items-start gap-3 rounded-xl border border-line bg-ink py-2.5 pr-2 pl-4 text-paper text-sm shadow-float"
      style={{ animation: "rise 160ms ease-out" }}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {toast.kind === "failure" && (
        <span className="mt-1.5">
          <Icon name="warning" size={16} />
        </span>
      )}
      <div className="min-w-0 flex-1 py-1.5">
        <p className="break-words">{toast.message}</p>
        {toast.details && <p className="mt-0.5 break-words text-paper/80 text-xs">{toast.details}</p>}
      </div>
      {toast.action && (
        <button
          type="button"
          className="shrink-0 rounded-lg px-3 py-1.5 font-semibold text-paper underline underline-offset-4 outline-offset-0 hover:bg-paper/15 focus-visible:outline-paper"
          onClick={() => {
            toast.action?.run();
            closeToast(id);
          }}
        >
          {toast.action.label}
        </button>
      )}
      <button
        type="button"
        className="shrink-0 rounded-lg p-1.5 hover:bg-paper/15 focus-visible:outline-paper"
        aria-label={t.shell.close}
        onClick={() => closeToast(id)}
      >
        <Icon name="close" size={16} />
      </button>
    </div>
  );
}
