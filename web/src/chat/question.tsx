import { memo, useState } from "react";
import { Icon } from "../kit/icon.tsx";
import { useDocuments } from "../library/document-store.ts";
import type { Store } from "../state/store.ts";
import { useText } from "../text/use-text.ts";
import { editQuestion } from "./ask.ts";
import type { ChatMessage } from "./chat-message.ts";
import type { Conversation } from "./conversation.ts";

interface QuestionProps {
  conversation: Store<Conversation>;
  message: ChatMessage;
  index: number;
  isIdle: boolean;
}

/** A question, set like the heading of what follows. */
export const Question = memo(function Question({ conversation, message, index, isIdle }: QuestionProps) {
  const t = useText();
  const [isEditing, setEditing] = useState(false);
  if (isEditing) {
    const send = (content: string) => {
      setEditing(false);
      if (content !== message.content) editQuestion(conversation, index, content);
    };
    return <QuestionEditor content={message.content} onSend={send} onCancel={() => setEditing(false)} />;
  }
  return (
    <div className="group mt-9 flex items-start gap-2 border-line border-t pt-7 first:border-t-0">
      <div className="min-w-0 flex-1">
        <h2 className="whitespace-pre-wrap break-words font-semibold font-serif text-[1.4rem] leading-snug tracking-tight">
          {message.content}
        </h2>
        {message.scope !== undefined && <Scope ids={message.scope} />}
      </div>
      <button
        type="button"
        className="icon-button opacity-0 focus-visible:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100"
        aria-label={t.chat.edit}
        title={t.chat.edit}
        disabled={!isIdle}
        onClick={() => setEditing(true)}
      >
        <Icon name="pencil" />
      </button>
    </div>
  );
});

function Scope({ ids }: { ids: readonly string[] }) {
  const t = useText();
  const { documents } = useDocuments();
  const names = ids.map((id) => documents.find(({ documentId }) => documentId === id)?.documentName ?? id);
  return (
    <p className="mt-1.5 text-ink-faint text-sm">
      {t.chat.scope} {names.join(", ")}
    </p>
  );
}

interface QuestionEditorProps {
  content: string;
  onSend(content: string): void;
  onCancel(): void;
}

function QuestionEditor({ content, onSend, onCancel }: QuestionEditorProps) {
  const t = useText();
  const [text, setText] = useState(content);
  const trimmed = text.trim();
  return (
    <form
      className="mt-9 border-line border-t pt-7"
      onSubmit={(event) => {
        event.preventDefault();
        if (trimmed !== "") onSend(trimmed);
      }}
    >
      <textarea
        className="field field-sizing-content max-h-72 resize-none !p-3 font-serif text-lg"
        aria-label={t.chat.edit}
        // biome-ignore lint/a11y/noAutofocus: the person has just asked to edit
        autoFocus
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") {
            event.preventDefault();
            event.stopPropagation();
            onCancel();
          }
          if (event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing) {
            event.preventDefault();
            if (trimmed !== "") onSend(trimmed);
          }
        }}
      />
      <div className="mt-2 flex gap-2">
        <button type="submit" className="button is-primary" disabled={trimmed === ""}>
          {t.chat.editSend}
        </button>
        <button type="button" className="button is-quiet" onClick={onCancel}>
          {t.shell.cancel}
        </button>
      </div>
    </form>
  );
}
