import { preferences, setPreferences } from "../state/preferences.ts";
import { useStore } from "../state/store.ts";
import { useText } from "../text/use-text.ts";

const SHARE = { least: 0.25, most: 0.65, step: 0.03 };

/** The border of the Source pane, which can be dragged or moved with the arrow keys. */
export function Splitter() {
  const t = useText();
  const share = useStore(preferences, (chosen) => chosen.sourceShare);
  const set = (next: number) =>
    setPreferences({ sourceShare: Math.max(SHARE.least, Math.min(SHARE.most, next)) });
  return (
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={t.shell.resize}
      aria-valuemin={100 * SHARE.least}
      aria-valuemax={100 * SHARE.most}
      aria-valuenow={Math.round(100 * share)}
      tabIndex={0}
      className="group absolute inset-y-0 -left-1.5 z-10 w-3 cursor-col-resize touch-none"
      onPointerDown={(event) => {
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) set(1 - event.clientX / innerWidth);
      }}
      onKeyDown={(event) => {
        const step = { ArrowLeft: SHARE.step, ArrowRight: -SHARE.step }[event.key];
        if (step === undefined) return;
        event.preventDefault();
        set(share + step);
      }}
    >
      <span className="absolute inset-y-0 left-1 w-1 transition-colors group-hover:bg-lamp/40" />
    </div>
  );
}
