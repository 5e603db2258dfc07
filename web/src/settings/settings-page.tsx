import { type ReactNode, useState } from "react";
import { Group } from "../kit/group.tsx";
import { showToast } from "../kit/toast-store.ts";
import { account } from "../state/account.ts";
import { linkTo } from "../state/location.ts";
import { type Language, preferences, setPreferences, type Theme } from "../state/preferences.ts";
import { useStore } from "../state/store.ts";
import { isUserId } from "../state/user.ts";
import { useText } from "../text/use-text.ts";
import { ServiceState } from "./service-state.tsx";

const THEMES: readonly Theme[] = ["system", "light", "dark"];
const LANGUAGES: readonly { language: Language; name: string }[] = [
  { language: "en", name: "English" },
  { language: "de", name: "Deutsch" },
];

/** Appearance, user, and the state of the service. */
export default function SettingsPage() {
  const t = useText();
  const { theme, language, singleKeys } = useStore(preferences);
  return (
    <div
      className="h-full overflow-y-auto px-4 pt-5 pb-24 md:px-8 md:pt-8"
      tabIndex={0}
      role="region"
      aria-label={t.shell.settings}
    >
      <div className="mx-auto max-w-3xl">
        <h1 className="font-semibold font-serif text-3xl tracking-tight">{t.shell.settings}</h1>
        <Group title={t.settings.appearance}>
          <Line label={t.settings.theme}>
            <div className="segment text-sm">
              {THEMES.map((choice) => (
                <button
                  key={choice}
                  type="button"
                  aria-pressed={theme === choice}
                  onClick={() => setPreferences({ theme: choice })}
                >
                  {t.shell.theme[choice]}
                </button>
              ))}
            </div>
          </Line>
          <Line label={t.settings.language}>
            <div className="segment text-sm">
              <button
                type="button"
                aria-pressed={language === null}
                onClick={() => setPreferences({ language: null })}
              >
                {t.settings.languageAuto}
              </button>
              {LANGUAGES.map(({ language: choice, name }) => (
                <button
                  key={choice}
                  type="button"
                  lang={choice}
                  aria-pressed={language === choice}
                  onClick={() => setPreferences({ language: choice })}
                >
                  {name}
                </button>
              ))}
            </div>
          </Line>
          <Line label={t.settings.keys} hint={t.settings.keysHint}>
            <input
              type="checkbox"
              className="size-5 accent-lamp"
              aria-label={t.settings.keys}
              checked={singleKeys}
              onChange={(event) => setPreferences({ singleKeys: event.currentTarget.checked })}
            />
          </Line>
        </Group>
        <Group title={t.settings.user}>
          <User />
        </Group>
        <ServiceState />
      </div>
    </div>
  );
}

/** A titled part of the settings. */

function Line({ label, hint, children }: { label: string; hint?: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3.5">
      <div className="max-w-md">
        <p>{label}</p>
        {hint && <p className="text-ink-faint text-sm">{hint}</p>}
      </div>
      {children}
    </div>
  );
}

/** Who this is: of an account where people sign in, else whoever was chosen. */
function User() {
  const t = useText();
  const current = useStore(account);
  if (current.state !== "in" && current.state !== "locked") return <UserForm />;
  return (
    <Line label={t.account.signedInAs(current.user.name)} hint={t.account.chosenByAccount}>
      <a className="button text-sm" {...linkTo({ name: "account", part: "profile" })}>
        {t.account.open}
      </a>
    </Line>
  );
}

function UserForm() {
  const t = useText();
  const { userId } = useStore(preferences);
  const [typed, setTyped] = useState(userId);
  const isRight = isUserId(typed);
  return (
    <form
      className="py-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isRight) return;
        setPreferences({ userId: typed });
        showToast({ kind: "news", message: t.settings.userSaved(typed) });
      }}
    >
      <label className="block" htmlFor="user-id">
        {t.settings.userId}
      </label>
      <div className="mt-1.5 flex max-w-md gap-2">
        <input
          id="user-id"
          className="field"
          value={typed}
          maxLength={36}
          autoComplete="off"
          spellCheck={false}
          aria-invalid={!isRight}
          aria-describedby="user-hint"
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <button type="submit" className="button" disabled={!isRight || typed === userId}>
          {t.shell.save}
        </button>
      </div>
      <p id="user-hint" className={`mt-2 text-sm ${isRight ? "text-ink-faint" : "text-danger"}`}>
        {isRight ? t.settings.userHint : t.settings.userWrong}
      </p>
    </form>
  );
}
