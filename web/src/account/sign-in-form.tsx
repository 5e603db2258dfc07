import { useState } from "react";
import { joinByInvitation, makeFirstAccount, signIn } from "../api/account.ts";
import { type AppwriteProject, signInToAppwrite } from "../api/appwrite.ts";
import { ServiceError } from "../api/request.ts";
import type { SignInWay } from "../state/account.ts";
import type { Text } from "../text/en.ts";
import { useText } from "../text/use-text.ts";
import { Field, NameField, PasswordField, Refusal } from "./fields.tsx";
import { renewSignIn } from "./renew-sign-in.ts";
import { sayRefusal } from "./say-refusal.ts";
import { enter } from "./sign-in-and-out.ts";
import { useSubmission } from "./use-submission.ts";
import { askAccount } from "./watch-account.ts";

interface SignInFormProps {
  way: SignInWay;
  /** Who is expected, where somebody was signed in before. */
  name?: string;
}

/** How people sign in to this service. */
export function SignInForm({ way, name = "" }: SignInFormProps) {
  if (way.appwrite !== null) return <AppwriteForm project={way.appwrite} />;
  if (way.mode === "password") return <PasswordForm expected={name} />;
  return <Elsewhere way={way} />;
}

function PasswordForm({ expected }: { expected: string }) {
  const t = useText();
  const [name, setName] = useState(expected);
  const [password, setPassword] = useState("");
  const { isBusy, failure, onSubmit } = useSubmission(
    async () => {
      await signIn({ name, password });
      await enter();
    },
    (error) => sayRefusal(error, t, { 401: t.account.wrong }),
  );
  return (
    <form className="space-y-4" onSubmit={onSubmit}>
      <NameField value={name} onValue={setName} autoFocus={expected === ""} />
      <PasswordField
        value={password}
        onValue={setPassword}
        isNew={false}
        data-begin={expected === "" ? undefined : ""}
      />
      <Refusal text={failure} />
      <Submit label={t.account.signIn} isBusy={isBusy} />
    </form>
  );
}

/** Makes an account: the first, or by an invitation. */
export function NewAccountForm({ invitation }: { invitation: string | null }) {
  const t = useText();
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const { isBusy, failure, onSubmit } = useSubmission(
    async () => {
      try {
        if (invitation === null) await makeFirstAccount({ name, password });
        else await joinByInvitation(invitation, { name, password });
      } catch (error) {
        // Somebody else was first: this form is of no use any more.
        if (invitation === null && error instanceof ServiceError && error.status === 403) await askAccount();
        throw error;
      }
      await enter();
    },
    (error) =>
      sayRefusal(error, t, { 403: t.account.notFirst, 404: t.account.notInvited, 409: t.account.taken }),
  );
  return (
    <form className="space-y-4" onSubmit={onSubmit}>
      <NameField value={name} onValue={setName} autoFocus />
      <PasswordField value={password} onValue={setPassword} isNew />
      <Refusal text={failure} />
      <Submit label={t.account.setup} isBusy={isBusy} />
    </form>
  );
}

/** E-mail and password go to Appwrite alone; this service gets the token that it gives for them. */
function AppwriteForm({ project }: { project: AppwriteProject }) {
  const t = useText();
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const { isBusy, failure, onSubmit } = useSubmission(
    async () => {
      await signInToAppwrite(project, { email, password });
      if (!(await renewSignIn(project))) throw new Error(t.account.wrongToken);
      await enter();
    },
    (error) => sayAppwriteRefusal(error, t),
  );
  return (
    <form className="space-y-4" onSubmit={onSubmit}>
      <Field
        label={t.account.email}
        type="email"
        name="username"
        autoComplete="username"
        autoFocus
        required
        value={email}
        onValue={setEmail}
      />
      <PasswordField value={password} onValue={setPassword} isNew={false} />
      <Refusal text={failure} />
      <Submit label={t.account.signIn} isBusy={isBusy} />
    </form>
  );
}

function sayAppwriteRefusal(error: unknown, t: Text): string {
  // What a browser throws where there is no answer, or one that this page may not read.
  if (error instanceof TypeError || error instanceof DOMException) return t.account.appwriteUnreachable;
  return sayRefusal(error, t, { 401: t.account.wrongEmail });
}

/** For services whose people sign in with another one, which hands out tokens or speaks through a proxy. */
function Elsewhere({ way: { mode, signInUrl } }: { way: SignInWay }) {
  const t = useText();
  return (
    <div className="space-y-4">
      <p className="text-ink-soft">
        {signInUrl === null && mode === "proxy" ? t.account.proxyText : t.account.elsewhere}
      </p>
      {signInUrl !== null && (
        <>
          <a
            className="button is-primary w-full"
            href={withReturn(signInUrl)}
            target="_blank"
            rel="noopener noreferrer"
          >
            {t.account.goElsewhere}
          </a>
          <p className="text-ink-faint text-sm">{t.account.comeBack}</p>
        </>
      )}
      {mode === "jwt" && <TokenForm />}
    </div>
  );
}

/** The address to sign in at; `{return}` in it becomes the place to come back to. */
function withReturn(url: string): string {
  return url.replace(/\{return\}|%7Breturn%7D/gi, () => encodeURIComponent(location.href));
}

function TokenForm() {
  const t = useText();
  const [token, setToken] = useState("");
  const { isBusy, failure, onSubmit } = useSubmission(
    async () => {
      await signIn({ token: token.trim() });
      await enter();
    },
    (error) => sayRefusal(error, t, { 401: t.account.wrongToken }),
  );
  return (
    <form className="space-y-4" onSubmit={onSubmit}>
      <Field
        label={t.account.token}
        hint={t.account.tokenText}
        name="token"
        type="password"
        autoComplete="off"
        spellCheck={false}
        required
        maxLength={8_000}
        value={token}
        onValue={setToken}
      />
      <Refusal text={failure} />
      <Submit label={t.account.signIn} isBusy={isBusy} />
    </form>
  );
}

function Submit({ label, isBusy }: { label: string; isBusy: boolean }) {
  return (
    <button type="submit" className="button is-primary w-full" disabled={isBusy}>
      {label}
    </button>
  );
}
