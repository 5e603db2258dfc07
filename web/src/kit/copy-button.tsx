import { useEffect, useState } from "react";
import { useText } from "../text/use-text.ts";
import { announce } from "./announcer.tsx";
import { Icon } from "./icon.tsx";
import { showToast } from "./toast-store.ts";

const THANKS_MS = 1_600;

/** A button that puts a text on the clipboard and says so. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const t = useText();
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), THANKS_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      announce(t.shell.copied);
    } catch (error) {
      showToast({ kind: "failure", message: t.shell.copyFailed, details: String(error) });
    }
  };
  return (
    <button type="button" className="icon-button" onClick={copy} aria-label={label} title={label}>
      <Icon name={isCopied ? "check" : "copy"} />
    </button>
  );
}
