import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { ServiceError } from "../api/request.ts";
import { Lamp } from "../kit/icon.tsx";
import { account } from "../state/account.ts";
import { invitation } from "../state/invitation.ts";
import { useStore } from "../state/store.ts";
import { useText } from "../text/use-text.ts";

const SignInScreen = lazy(() => import("./sign-in-screen.tsx"));
const LockDialog = lazy(() => import("./lock-dialog.tsx"));

/** What is drawn before it is known who the page is for stays empty for so long: usually it is known sooner. */
const CALM_MS = 400;

/** Shows the page to whom it belongs, and to everybody else the way in. */
export function Gate({ children }: { children: ReactNode }) {
  const current = useStore(account);
  const invited = useStore(invitation);
  switch (current.state) {
    case "unknown":
      return <Waiting error={current.error} />;
    case "left":
      return null;
    case "out":
      return (
        <Suspense fallback={<Waiting error={null} />}>
          <SignInScreen way={current.way} user={null} />
        </Suspense>
      );
    case "in":
      if (invited === null || current.way.mode !== "password") break;
      return (
        <Suspense fallback={<Waiting error={null} />}>
          <SignInScreen way={current.way} user={current.user} />
        </Suspense>
      );
  }
  // In one place for all of them: who is locked out and comes back finds everything as it was.
  return (
    <>
      {children}
      <Suspense>
        {current.state === "locked" && current.isAsked && (
          <LockDialog way={current.way} user={current.user} />
        )}
      </Suspense>
    </>
  );
}

/** Nothing at first, then a lamp: a service that takes its time is no reason to ask for a password. */
function Waiting({ error }: { error: unknown }) {
  const t = useText();
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), CALM_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <main id="main" tabIndex={-1} className="grid h-full place-items-center px-6 text-center outline-none">
      {isLong && (
        <div role="status" className="text-ink-soft" style={{ animation: "rise 400ms ease-out" }}>
          <h1 className="inline-block">
            <Lamp size={56} />
            <span className="sr-only">Carrel</span>
          </h1>
          <p className="mt-3">
            {error instanceof ServiceError ? t.account.waitingFailed : t.account.waiting}
          </p>
        </div>
      )}
    </main>
  );
}
