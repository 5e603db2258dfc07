import { type ReactNode, useLayoutEffect, useRef } from "react";
import { useText } from "../text/use-text.ts";
import { Icon } from "./icon.tsx";

interface DialogProps {
  title: string;
  /** Null for one that stays until it is taken out of the page. */
  onClose: (() => void) | null;
  children: ReactNode;
  /** A title that is only spoken, for dialogs whose first line says enough. */
  hasHiddenTitle?: boolean;
  className?: string;
}

/** A window above the page; the browser keeps the focus in it and gives it back afterwards. */
export function Dialog({ title, onClose, children, hasHiddenTitle = false, className = "" }: DialogProps) {
  const t = useText();
  const element = useRef<HTMLDialogElement>(null);
  // Closed before it is taken out of the page, it gives the focus back.
  useLayoutEffect(() => {
    const dialog = element.current;
    if (dialog !== null && !dialog.open) {
      dialog.showModal();
      // The browser begins with the first field, which is not always the one to write in.
      dialog.querySelector<HTMLElement>("[data-begin]")?.focus();
    }
    return () => dialog?.close();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it by itself
    <dialog
      ref={element}
      aria-label={title}
      className={`m-auto max-h-[85dvh] w-[min(92vw,34rem)] overflow-hidden rounded-2xl border border-line bg-surface text-ink shadow-float open:flex open:flex-col ${className}`}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
      onClose={() => {
        // Browsers close it at the second Escape whatever the page says.
        if (onClose === null && element.current?.isConnected) element.current.showModal();
      }}
      onClick={(event) => {
        if (event.target === element.current) onClose?.();
      }}
    >
      {!hasHiddenTitle && (
        <header className="flex items-center justify-between border-line border-b py-3 pr-3 pl-6">
          <h2 className="font-semibold font-serif text-lg">{title}</h2>
          {onClose !== null && (
            <button type="button" className="icon-button" aria-label={t.shell.close} onClick={onClose}>
              <Icon name="close" />
            </button>
          )}
        </header>
      )}
      {children}
    </dialog>
  );
}
