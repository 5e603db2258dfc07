import { memo } from "react";
import { CopyButton } from "../kit/copy-button.tsx";
import { Icon } from "../kit/icon.tsx";
import { IconButton } from "../kit/icon-button.tsx";
import type { Store } from "../state/store.ts";
import { useText } from "../text/use-text.ts";
import { AnswerText } from "./answer-text.tsx";
import { regenerate } from "./ask.ts";
import type { ChatMessage } from "./chat-message.ts";
import type { Conversation } from "./conversation.ts";
import { SourceList } from "./source-list.tsx";

interface AnswerProps {
  conversation: Store<Conversation>;
  message: ChatMessage;
  index: number;
  isLast: boolean;
  activity: Conversation["activity"];
}

/** An answer: its sources first, then its words as they come, then what can be done with it. */
export const Answer = memo(function Answer({ conversation, message, index, isLast, activity }: AnswerProps) {
  const t = useText();
  const { content, sources = [], grounding, ending, failure } = message;
  const isWriting = activity !== "idle";
  return (
    <article aria-label={t.chat.answer} aria-busy={isWriting} className="mt-4">
      {sources.length > 0 && <SourceList sources={sources} />}
      {activity === "looking" && (
        <p className="mt-4 flex items-center gap-2.5 font-serif text-ink-faint italic">
          <span
            className="size-2 rounded-full bg-lamp"
            style={{ animation: "breathe 1.2s ease-in-out infinite" }}
          />
          {sources.length > 0 ? t.chat.writing : t.chat.looking}
        </p>
      )}
      {content !== "" && (
        <AnswerText content={content} sources={sources} grounding={grounding} isWriting={isWriting} />
      )}
      {ending === "failed" && (
        <div role="alert" className="mt-4 flex items-start gap-3 rounded-xl bg-danger-soft p-4 text-danger">
          <Icon name="warning" />
          <div>
            <p className="font-semibold">{t.chat.failedTitle}</p>
            <p className="text-sm">{failure}</p>
          </div>
        </div>
      )}
      {!isWriting && (
        <div className="mt-3 -ml-2 flex items-center gap-0.5">
          {content !== "" && <CopyButton text={content} label={t.chat.copy} />}
          {isLast && (
            <IconButton
              icon="again"
              label={t.chat.regenerate}
              onClick={() => regenerate(conversation, index)}
            />
          )}
          {ending === "stopped" && <span className="ml-1 text-ink-faint text-sm">{t.chat.stopped}</span>}
          {ending === undefined && sources.length === 0 && (
            <span className="ml-1 text-ink-faint text-sm">{t.chat.noSources}</span>
          )}
        </div>
      )}
    </article>
  );
});
