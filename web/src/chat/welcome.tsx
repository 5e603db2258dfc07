import { Lamp } from "../kit/icon.tsx";
import { AddFilesButtons } from "../library/add-files-buttons.tsx";
import { useDocuments } from "../library/document-store.ts";
import { EmptyLibrary } from "../library/empty-library.tsx";
import { EXAMPLE_NAMES, EXAMPLES } from "../library/example-texts.ts";
import type { Store } from "../state/store.ts";
import { useText } from "../text/use-text.ts";
import { sendDraft } from "./ask.ts";
import type { Conversation } from "./conversation.ts";

const MOST_SUGGESTIONS = 4;

/** The start of a chat: questions to begin with, or documents to bring in where there are none. */
export function Welcome({ conversation }: { conversation: Store<Conversation> }) {
  const t = useText();
  const { state, documents } = useDocuments();
  if (state === "loading") return <div className="flex-1" />;
  if (documents.length === 0)
    return (
      <div className="min-h-0 flex-1">
        <EmptyLibrary />
      </div>
    );
  const names = new Set(documents.map(({ documentName }) => documentName));
  const fromExamples = EXAMPLE_NAMES.filter((name) => names.has(EXAMPLES[name].fileName)).flatMap(
    (name) => t.chat.examples[name],
  );
  const suggestions = (fromExamples.length > 0 ? fromExamples : t.chat.suggestions).slice(
    0,
    MOST_SUGGESTIONS,
  );
  const ask = (draft: string) => {
    conversation.update((current) => ({ ...current, draft }));
    sendDraft(conversation);
  };
  return (
    <div className="grid min-h-0 flex-1 place-items-center overflow-y-auto px-5 py-6">
      <div className="w-full max-w-2xl">
        <Lamp size={48} />
        <h2 className="mt-4 font-semibold font-serif text-4xl tracking-tight">{t.chat.welcome}</h2>
        <p className="mt-2 font-serif text-ink-soft text-lg">{t.chat.welcomeText(documents.length)}</p>
        <h3 className="mt-8 font-semibold text-ink-faint text-sm">{t.chat.tryAsking}</h3>
        <ul className="mt-2 grid gap-2 sm:grid-cols-2">
          {suggestions.map((question) => (
            <li key={question}>
              <button
                type="button"
                className="h-full w-full rounded-xl border border-line bg-surface px-4 py-3 text-left font-serif leading-snug shadow-card hover:bg-hover"
                onClick={() => ask(question)}
              >
                {question}
              </button>
            </li>
          ))}
        </ul>
        <div className="mt-8">
          <AddFilesButtons />
        </div>
      </div>
    </div>
  );
}
