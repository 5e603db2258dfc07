import { useState } from "react";
import type { ApiKey } from "../../../src/domain/api-key.ts";
import { endKey, listKeys, makeKey } from "../api/keys.ts";
import { Group } from "../kit/group.tsx";
import { formatDate } from "../text/format.ts";
import { useLanguage, useText } from "../text/use-text.ts";
import { Field, Refusal } from "./fields.tsx";
import { Entry, ListView, Once } from "./list-view.tsx";
import { sayRefusal } from "./say-refusal.ts";
import { tryTo, useList } from "./use-list.ts";
import { useSubmission } from "./use-submission.ts";

const DAYS = [30, 90, 365, null];

/** The keys by which programs act for the user. */
export function Keys() {
  const t = useText();
  const { listed, reload } = useList(listKeys);
  const [made, setMade] = useState<{ key: ApiKey; secret: string } | null>(null);
  const end = async ({ keyId, label }: ApiKey) => {
    if (await tryTo(() => endKey(keyId), t.account.keyEnded(label))) reload();
  };
  return (
    <Group title={t.account.parts.keys}>
      <div>
        <p className="pt-4 text-ink-soft text-sm">{t.account.keysText}</p>
        {made === null ? (
          <KeyForm
            onMade={(fresh) => {
              setMade(fresh);
              reload();
            }}
          />
        ) : (
          <Once
            title={t.account.keyMade(made.key.label)}
            text={t.account.keyOnce}
            secret={made.secret}
            copyLabel={t.account.copyKey}
            onDone={() => setMade(null)}
          />
        )}
      </div>
      <ListView listed={listed} onRetry={reload}>
        {(keys) =>
          keys.length === 0 ? (
            <p className="py-4 text-ink-faint">{t.account.noKeys}</p>
          ) : (
            <ul className="divide-y divide-line">
              {keys.map((key) => (
                <Key key={key.keyId} apiKey={key} onEnd={() => void end(key)} />
              ))}
            </ul>
          )
        }
      </ListView>
    </Group>
  );
}

function KeyForm({ onMade }: { onMade(made: { key: ApiKey; secret: string }): void }) {
  const t = useText();
  const [label, setLabel] = useState("");
  const [access, setAccess] = useState<ApiKey["access"]>("read");
  const [days, setDays] = useState<number | null>(90);
  const { isBusy, failure, onSubmit } = useSubmission(
    async () => onMade(await makeKey({ label, access, expiresInDays: days })),
    (error) => sayRefusal(error, t),
  );
  return (
    <form className="space-y-4 py-5" onSubmit={onSubmit}>
      <Field
        label={t.account.keyLabel}
        value={label}
        onValue={setLabel}
        maxLength={100}
        autoComplete="off"
        required
      />
      <div className="flex flex-wrap items-end gap-4">
        <fieldset>
          <legend className="mb-1 font-medium text-sm">{t.account.keyAccess}</legend>
          <div className="segment text-sm">
            {(["read", "write"] as const).map((choice) => (
              <button
                key={choice}
                type="button"
                aria-pressed={access === choice}
                onClick={() => setAccess(choice)}
              >
                {t.account.access[choice]}
              </button>
            ))}
          </div>
        </fieldset>
        <label className="block">
          <span className="mb-1 block font-medium text-sm">{t.account.keyEnds}</span>
          <select
            className="field !w-auto"
            value={String(days)}
            onChange={({ currentTarget: { value } }) => setDays(value === "null" ? null : Number(value))}
          >
            {DAYS.map((count) => (
              <option key={String(count)} value={String(count)}>
                {t.account.days(count)}
              </option>
            ))}
          </select>
        </label>
        <button type="submit" className="button is-primary" disabled={isBusy}>
          {t.account.makeKey}
        </button>
      </div>
      <Refusal text={failure} />
    </form>
  );
}

function Key({ apiKey, onEnd }: { apiKey: ApiKey; onEnd(): void }) {
  const t = useText();
  const language = useLanguage();
  const { label, access, expiresAt, lastUsedAt } = apiKey;
  const now = new Date();
  const when = (timestamp: string) => formatDate(timestamp, language, now);
  const ending =
    expiresAt === null
      ? t.account.keyStays
      : (new Date(expiresAt) < now ? t.account.keyExpired : t.account.keyExpires)(when(expiresAt));
  const use = lastUsedAt === null ? t.account.keyUnused : t.account.keyUsed(when(lastUsedAt));
  return (
    <Entry
      title={
        <>
          <span className="min-w-0 break-words">{label}</span>
          <span className="tag">{t.account.access[access]}</span>
        </>
      }
      facts={`${use} · ${ending}`}
    >
      <button
        type="button"
        className="button is-danger text-sm"
        aria-label={t.account.endKey(label)}
        onClick={onEnd}
      >
        {t.account.end}
      </button>
    </Entry>
  );
}
