import { Dialog } from "../kit/dialog.tsx";
import type { AccountUser, SignInWay } from "../state/account.ts";
import { useText } from "../text/use-text.ts";
import { SignInForm } from "./sign-in-form.tsx";

/** Lies over a page whose user is not signed in any more. Nothing of it goes, and nothing goes on, until somebody is. */
export default function LockDialog({ way, user }: { way: SignInWay; user: AccountUser }) {
  const t = useText();
  return (
    <Dialog
      title={t.account.lockedTitle}
      onClose={null}
      hasHiddenTitle
      className="!w-[min(92vw,26rem)] backdrop:backdrop-blur-md"
    >
      <div className="overflow-y-auto p-6 sm:p-8">
        <h2 className="font-semibold font-serif text-2xl tracking-tight">{t.account.lockedTitle}</h2>
        <p className="mt-2 mb-5 text-ink-soft">{t.account.lockedText}</p>
        <SignInForm way={way} name={user.name} />
        <p className="mt-4 text-ink-faint text-sm">{t.account.lockedOther}</p>
      </div>
    </Dialog>
  );
}
