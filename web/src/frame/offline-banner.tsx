import { useEffect } from "react";
import { Icon } from "../kit/icon.tsx";
import { showToast } from "../kit/toast-store.ts";
import { isReachable, onRecovery } from "../state/connectivity.ts";
import { useStore } from "../state/store.ts";
import { useText } from "../text/use-text.ts";

/** Says that the service cannot be reached, and when it is back. */
export function OfflineBanner() {
  const t = useText();
  const isOnline = useStore(isReachable);
  useEffect(() => onRecovery(() => showToast({ kind: "news", message: t.shell.online })), [t]);
  return (
    <div role="alert">
      {!isOnline && (
        <p className="flex items-center justify-center gap-2 bg-ink px-4 py-2 text-center text-paper text-sm">
          <Icon name="cloud" size={17} /> {t.shell.offline}
        </p>
      )}
    </div>
  );
}
