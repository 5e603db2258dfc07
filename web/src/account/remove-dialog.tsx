import { Dialog } from "../kit/dialog.tsx";
import { useText } from "../text/use-text.ts";

interface RemoveDialogProps {
  name: string;
  onRemove(): void;
  onClose(): void;
}

/** Says what goes with a user before it goes. */
export function RemoveDialog({ name, onRemove, onClose }: RemoveDialogProps) {
  const t = useText();
  return (
    <Dialog title={t.account.removeTitle(name)} onClose={onClose}>
      <div className="overflow-y-auto p-6">
        <p className="break-words">{t.account.removeText(name)}</p>
        <div className="mt-6 flex flex-wrap justify-end gap-3">
          <button type="button" className="button" onClick={onClose}>
            {t.shell.cancel}
          </button>
          <button type="button" className="button is-danger" onClick={onRemove}>
            {t.account.removeUser(name)}
          </button>
        </div>
      </div>
    </Dialog>
  );
}
