import { type KeyboardEvent, useRef, useState } from "react";
import type { ShownDocument } from "../api/documents.ts";
import { Icon } from "../kit/icon.tsx";
import { matchNames } from "../library/arrange-documents.ts";
import { useDocuments } from "../library/document-store.ts";
import { type Store, useStore } from "../state/store.ts";
import { useText } from "../text/use-text.ts";
import { sendDraft, stopAnswer } from "./ask.ts";
import type { Conversation } from "./conversation.ts";
import { COMPOSER_ID } from "./focus-composer.ts";
import { optionId, PICKER_ID, ScopePicker } from "./scope-picker.tsx";

const MOST_OFFERED = 8;
const LONGEST_QUESTION = 8_000;

/** Where questions are written. `#` offers documents to restrict the question to. */
export function Composer({ conversation }: { conversation: Store<Conversation> }) {
  const t = useText();
  const { draft, draftScope, activity } = useStore(conversation);
  const { documents } = useDocuments();
  const field = useRef<HTMLTextAreaElement>(null);
  const [hash, setHash] = useState<HashWord | null>(null);
  const [chosen, setChosen] = useState(0);
  const offered = hash === null ? [] : offer(documents.filter(isFindable), draftScope, hash.word);
  const isIdle = activity === "idle";

  const setDraft = (text: string) => conversation.update((current) => ({ ...current, draft: text }));
  const look = () => {
    const element = field.current;
    if (element === null) return;
    setHash(hashWordAt(element.value, element.selectionStart));
    setChosen(0);
  };
  const pick = (document: ShownDocument) => {
    conversation.update((current) => ({
      ...current,
      draft:
        hash === null ? current.draft : current.draft.slice(0, hash.start) + current.draft.slice(hash.end),
      draftScope: [...current.draftScope, document.documentId],
    }));
    setHash(null);
    field.current?.focus();
  };
  const openPicker = () => {
    const start = draft.length === 0 || /\s$/.test(draft) ? draft : `${draft} `;
    setDraft(`${start}#`);
    setHash({ word: "", start: start.length, end: start.length + 1 });
    setChosen(0);
    field.current?.focus();
  };

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return;
    const option = offered[chosen];
    if (hash !== null && event.key === "Escape") setHash(null);
    else if (offered.length > 0 && event.key === "ArrowDown") setChosen((chosen + 1) % offered.length);
    else if (offered.length > 0 && event.key === "ArrowUp")
      setChosen((chosen - 1 + offered.length) % offered.length);
    else if (option !== undefined && (event.key === "Enter" || event.key === "Tab")) pick(option);
    else if (event.key === "Enter" && !event.shiftKey) sendDraft(conversation);
    else if (event.key === "Backspace" && draft === "" && draftScope.length > 0)
      conversation.update((current) => ({ ...current, draftScope: current.draftScope.slice(0, -1) }));
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div className="relative mx-auto w-full max-w-[52rem] shrink-0 px-3 pb-3 md:px-8 md:pb-5">
      {hash !== null && <ScopePicker documents={offered} chosen={chosen} onPick={pick} />}
      <form
        className="rounded-2xl border border-line-strong bg-surface shadow-card focus-within:border-lamp focus-within:ring-1 focus-within:ring-lamp"
        onSubmit={(event) => {
          event.preventDefault();
          sendDraft(conversation);
        }}
      >
        {draftScope.length > 0 && <ScopeChips conversation={conversation} documents={documents} />}
        <textarea
          ref={field}
          id={COMPOSER_ID}
          rows={1}
          className="field-sizing-content block max-h-[38vh] min-h-12 w-full resize-none bg-transparent px-4 pt-3 pb-1 leading-relaxed outline-none"
          aria-label={t.chat.composer}
          aria-haspopup="listbox"
          aria-controls={hash === null ? undefined : PICKER_ID}
          aria-activedescendant={offered[chosen] === undefined ? undefined : optionId(offered[chosen])}
          placeholder={t.chat.placeholder}
          maxLength={LONGEST_QUESTION}
          value={draft}
          onChange={(event) => {
            setDraft(event.currentTarget.value);
            look();
          }}
          onClick={look}
          onBlur={() => setHash(null)}
          onKeyDown={onKeyDown}
        />
        <div className="flex items-center gap-1 px-2 pb-2">
          <button
            type="button"
            className="icon-button"
            aria-label={t.chat.addScope}
            title={t.shortcuts.scope}
            onMouseDown={(event) => event.preventDefault()}
            onClick={openPicker}
          >
            <Icon name="hash" />
          </button>
          <span className="ml-auto" />
          {isIdle ? (
            <button
              type="submit"
              className="grid size-9 place-items-center rounded-full bg-lamp text-on-lamp hover:bg-lamp-strong disabled:bg-sunken disabled:text-ink-faint"
              aria-label={t.chat.send}
              title={t.chat.send}
              disabled={draft.trim() === ""}
            >
              <Icon name="send" />
            </button>
          ) : (
            <button
              type="button"
              className="grid size-9 place-items-center rounded-full bg-ink text-paper"
              aria-label={t.chat.stop}
              title={t.chat.stop}
              onClick={() => stopAnswer(conversation)}
            >
              <Icon name="stop" />
            </button>
          )}
        </div>
      </form>
    </div>
  );
}

interface HashWord {
  word: string;
  start: number;
  end: number;
}

/** The `#word` that the cursor stands in or behind. */
function hashWordAt(text: string, cursor: number): HashWord | null {
  const match = /(?:^|\s)#([^\s#]*)$/.exec(text.slice(0, cursor));
  if (match === null) return null;
  const word = match[1] ?? "";
  return { word, start: cursor - word.length - 1, end: cursor };
}

function offer(documents: readonly ShownDocument[], scope: readonly string[], word: string): ShownDocument[] {
  const free = documents.filter(({ documentId }) => !scope.includes(documentId));
  return (word === "" ? free : matchNames(free, word)).slice(0, MOST_OFFERED);
}

function ScopeChips({
  conversation,
  documents,
}: {
  conversation: Store<Conversation>;
  documents: readonly ShownDocument[];
}) {
  const t = useText();
  const scope = useStore(conversation, ({ draftScope }) => draftScope);
  const drop = (id: string) =>
    conversation.update((current) => ({
      ...current,
      draftScope: current.draftScope.filter((one) => one !== id),
    }));
  return (
    <ul aria-label={t.chat.scope} className="flex flex-wrap gap-1.5 px-3 pt-3">
      {scope.map((id) => {
        const name = documents.find(({ documentId }) => documentId === id)?.documentName ?? id;
        return (
          <li key={id} className="tag !bg-lamp-soft !text-lamp-strong max-w-64">
            <Icon name="hash" size={13} />
            <span className="truncate">{name}</span>
            <button
              type="button"
              className="-mr-1.5 rounded-full p-1"
              aria-label={t.chat.unscope(name)}
              onClick={() => drop(id)}
            >
              <Icon name="close" size={12} />
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** What is not indexed has nothing to say. */
function isFindable({ chunks }: ShownDocument): boolean {
  return chunks > 0;
}
