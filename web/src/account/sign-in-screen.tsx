import { type ReactNode, useState } from "react";
import { Lamp } from "../kit/icon.tsx";
import type { AccountUser, SignInWay } from "../state/account.ts";
import { invitation } from "../state/invitation.ts";
import { useStore } from "../state/store.ts";
import { useText } from "../text/use-text.ts";
import { NewAccountForm, SignInForm } from "./sign-in-form.tsx";

/** What there is to see before somebody is signed in, or where somebody was invited. */
export default function SignInScreen({ way, user }: { way: SignInWay; user: AccountUser | null }) {
  const t = useText();
  const invited = useStore(invitation);
  const [hasAccount, setHasAccount] = useState(false);
  if (invited !== null && !hasAccount)
    return (
      <Card title={t.account.joinTitle} text={t.account.joinText}>
        {user !== null && <p className="mb-4 text-ink-soft text-sm">{t.account.joinInstead(user.name)}</p>}
        <NewAccountForm invitation={invited} />
        <button
          type="button"
          className="button is-quiet mt-3 w-full text-sm"
          onClick={() => (user === null ? setHasAccount(true) : invitation.set(null))}
        >
          {user === null ? t.account.haveAccount : t.account.stay(user.name)}
        </button>
      </Card>
    );
  if (way.isNew)
    return (
      <Card title={t.account.setupTitle} text={t.account.setupText}>
        <NewAccountForm invitation={null} />
      </Card>
    );
  return (
    <Card title={t.account.signInTitle}>
      <SignInForm way={way} />
    </Card>
  );
}

function Card({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  return (
    <main id="main" tabIndex={-1} className="h-full overflow-y-auto outline-none">
      <div className="flex min-h-full flex-col items-center justify-center px-4 py-10">
        <div className="mb-6 flex items-center gap-3 font-serif text-2xl">
          <Lamp size={40} /> Carrel
        </div>
        <section
          aria-labelledby="sign-in-title"
          className="w-full max-w-sm rounded-2xl border border-line bg-surface p-6 shadow-card sm:p-8"
        >
          <h1 id="sign-in-title" className="font-semibold font-serif text-2xl tracking-tight">
            {title}
          </h1>
          {text !== undefined && <p className="mt-2 text-ink-soft">{text}</p>}
          <div className="mt-5">{children}</div>
        </section>
      </div>
    </main>
  );
}
