import { endSignIn, type ListedSignIn, listSignIns } from "../api/account.ts";
import { Group } from "../kit/group.tsx";
import { formatDate } from "../text/format.ts";
import { useLanguage, useText } from "../text/use-text.ts";
import { Entry, ListView } from "./list-view.tsx";
import { nameBrowser } from "./name-browser.ts";
import { tryTo, useList } from "./use-list.ts";

/** The browsers in which the user is signed in. */
export function Browsers() {
  const t = useText();
  const { listed, reload } = useList(listSignIns);
  const end = async (signInId: string) => {
    if (await tryTo(() => endSignIn(signInId), t.account.browserEnded)) reload();
  };
  return (
    <Group title={t.account.parts.browsers}>
      <p className="py-4 text-ink-soft text-sm">{t.account.browsersText}</p>
      <ListView listed={listed} onRetry={reload}>
        {(signIns) => (
          <ul className="divide-y divide-line">
            {signIns.map((signIn) => (
              <Browser key={signIn.signInId} signIn={signIn} onEnd={() => void end(signIn.signInId)} />
            ))}
          </ul>
        )}
      </ListView>
    </Group>
  );
}

function Browser({ signIn, onEnd }: { signIn: ListedSignIn; onEnd(): void }) {
  const t = useText();
  const language = useLanguage();
  const { agent, address, createdAt, lastSeenAt, isThisOne } = signIn;
  const { browser, system } = nameBrowser(agent);
  const name =
    browser === null
      ? t.account.unknownBrowser
      : system === null
        ? browser
        : t.account.browserOn(browser, system);
  const now = new Date();
  const facts = [
    address,
    t.account.lastSeen(formatDate(lastSeenAt, language, now)),
    t.account.since(formatDate(createdAt, language, now)),
  ];
  return (
    <Entry
      title={
        <>
          {name}
          {isThisOne && <span className="tag !bg-lamp-soft !text-lamp-strong">{t.account.thisOne}</span>}
        </>
      }
      facts={facts.join(" · ")}
    >
      {!isThisOne && (
        <button
          type="button"
          className="button text-sm"
          aria-label={t.account.endBrowser(`${name}, ${address}`)}
          onClick={onEnd}
        >
          {t.account.signOut}
        </button>
      )}
    </Entry>
  );
}
