import { useState } from "react";
import { changePassword } from "../api/account.ts";
import { ServiceError } from "../api/request.ts";
import { Group } from "../kit/group.tsx";
import { Icon } from "../kit/icon.tsx";
import { showToast } from "../kit/toast-store.ts";
import { type AccountUser, doubtAccount, type SignInWay } from "../state/account.ts";
import { useText } from "../text/use-text.ts";
import { PasswordField, Refusal } from "./fields.tsx";
import { sayRefusal } from "./say-refusal.ts";
import { leave } from "./sign-in-and-out.ts";
import { useSubmission } from "./use-submission.ts";

/** Who is signed in, the password, and the way out. */
export function Profile({ way, user }: { way: SignInWay; user: AccountUser }) {
  const t = useText();
  const hasPassword = way.mode === "password";
  return (
    <>
      <Group title={t.account.signedInAs(user.name)}>
        <div className="flex flex-wrap items-center gap-3 py-4">
          {user.isOwner && <p className="mr-auto text-ink-soft">{t.account.owner}</p>}
          {way.mode !== "proxy" && (
            <button type="button" className="button text-sm" onClick={() => void leave(false)}>
              <Icon name="door" /> {t.account.signOut}
            </button>
          )}
        </div>
        {hasPassword && (
          <div className="flex flex-wrap items-center gap-3 py-4">
            <p className="mr-auto max-w-md text-ink-faint text-sm">{t.account.signOutEverywhereHint}</p>
            <button type="button" className="button is-danger text-sm" onClick={() => void leave(true)}>
              {t.account.signOutEverywhere}
            </button>
          </div>
        )}
      </Group>
      {hasPassword && (
        <Group title={t.account.changePassword}>
          <PasswordForm name={user.name} />
        </Group>
      )}
    </>
  );
}

function PasswordForm({ name }: { name: string }) {
  const t = useText();
  const [current, setCurrent] = useState("");
  const [next, setNext] = useState("");
  const { isBusy, failure, onSubmit } = useSubmission(
    async () => {
      try {
        await changePassword(current, next);
      } catch (error) {
        if (error instanceof ServiceError && error.status === 401) doubtAccount();
        throw error;
      }
      setCurrent("");
      setNext("");
      showToast({ kind: "news", message: t.account.passwordChanged });
    },
    (error) => sayRefusal(error, t, { 403: t.account.wrongCurrent }),
  );
  return (
    <form className="max-w-md space-y-4 py-5" onSubmit={onSubmit}>
      {/* For the browser's password manager, which keeps a password by its name. */}
      <input type="text" name="username" autoComplete="username" value={name} readOnly hidden />
      <PasswordField label={t.account.currentPassword} value={current} onValue={setCurrent} isNew={false} />
      <PasswordField label={t.account.newPassword} value={next} onValue={setNext} isNew />
      <Refusal text={failure} />
      <button type="submit" className="button is-primary" disabled={isBusy}>
        {t.account.changePassword}
      </button>
    </form>
  );
}
