import type { ReactNode } from "react";
import { sayFailure } from "../api/request.ts";
import { CopyButton } from "../kit/copy-button.tsx";
import { Icon } from "../kit/icon.tsx";
import { useText } from "../text/use-text.ts";
import type { Listed } from "./use-list.ts";

/** A list that is being read, could not be, or was. */
export function ListView<Items>({
  listed,
  onRetry,
  children,
}: {
  listed: Listed<Items>;
  onRetry(): void;
  children(items: Items): ReactNode;
}) {
  const t = useText();
  if (listed.state === "loading") return <div className="skeleton my-5 h-16" aria-hidden="true" />;
  if (listed.state === "failed")
    return (
      <div role="alert" className="flex flex-wrap items-center gap-3 py-4 text-danger">
        <p className="min-w-0 flex-1">
          {t.shell.loadFailed}. {sayFailure(listed.error)}
        </p>
        <button type="button" className="button is-quiet text-sm" onClick={onRetry}>
          <Icon name="again" /> {t.shell.retry}
        </button>
      </div>
    );
  return children(listed.items);
}

/** An entry of such a list: what it is, what is known of it, and what can be done about it. */
export function Entry({ title, facts, children }: { title: ReactNode; facts: string; children?: ReactNode }) {
  return (
    <li className="flex items-center gap-3 py-3.5">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 break-words">{title}</p>
        <p className="break-words text-ink-faint text-sm">{facts}</p>
      </div>
      {children}
    </li>
  );
}

interface OnceProps {
  title: string;
  text: string;
  secret: string;
  copyLabel: string;
  onDone(): void;
}

/** Something that is shown once. It stays until somebody says that they have it. */
export function Once({ title, text, secret, copyLabel, onDone }: OnceProps) {
  const t = useText();
  return (
    <section aria-label={title} className="my-5 rounded-xl border border-lamp bg-lamp-soft p-4">
      <h3 className="break-words font-semibold">{title}</h3>
      <p className="mt-1 text-ink-soft text-sm">{text}</p>
      <div className="mt-3 flex items-center gap-2">
        <code className="min-w-0 flex-1 select-all break-all rounded-lg bg-surface px-3 py-2 font-mono text-sm">
          {secret}
        </code>
        <CopyButton text={secret} label={copyLabel} />
      </div>
      <button type="button" className="button mt-3 text-sm" onClick={onDone}>
        {t.account.done}
      </button>
    </section>
  );
}
