import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { Icon } from "../kit/icon.tsx";
import { type Store, useStore } from "../state/store.ts";
import { useText } from "../text/use-text.ts";
import { Answer } from "./answer.tsx";
import type { Conversation } from "./conversation.ts";
import { Question } from "./question.tsx";

/** Nearer to the end than this counts as being there. */
const NEAR_END = 80;

/** The questions and answers of a chat. It follows the words that come as long as nobody scrolls away. */
export function MessageList({ conversation }: { conversation: Store<Conversation> }) {
  const t = useText();
  const { messages, activity } = useStore(conversation);
  const scroller = useRef<HTMLDivElement>(null);
  const isFollowing = useRef(true);
  const [isAway, setAway] = useState(false);

  useLayoutEffect(() => {
    if (isFollowing.current) scrollToEnd(scroller.current);
  });
  const count = messages.length;
  // A new question is always shown, wherever one was reading.
  useEffect(() => {
    if (count === 0) return;
    isFollowing.current = true;
    scrollToEnd(scroller.current);
  }, [count]);

  return (
    <div className="relative min-h-0 flex-1">
      <section
        ref={scroller}
        className="h-full overflow-y-auto px-4 pt-2 md:px-8"
        tabIndex={0}
        aria-label={t.shell.chat}
        onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
          isFollowing.current = scrollHeight - scrollTop - clientHeight < NEAR_END;
          setAway(!isFollowing.current);
        }}
      >
        <ol className="mx-auto max-w-3xl pb-10">
          {messages.map((message, index) => (
            // Messages are only added at the end or cut off there, so their place is their identity.
            <li key={`${index}-${message.role}`}>
              {message.role === "user" ? (
                <Question
                  conversation={conversation}
                  message={message}
                  index={index}
                  isIdle={activity === "idle"}
                />
              ) : (
                <Answer
                  conversation={conversation}
                  message={message}
                  index={index}
                  isLast={index === messages.length - 1}
                  activity={index === messages.length - 1 ? activity : "idle"}
                />
              )}
            </li>
          ))}
        </ol>
      </section>
      {isAway && (
        <button
          type="button"
          className="button absolute bottom-3 left-1/2 !rounded-full -translate-x-1/2 shadow-float"
          aria-label={t.chat.showLatest}
          title={t.chat.showLatest}
          onClick={() => scrollToEnd(scroller.current)}
        >
          <Icon name="down" />
        </button>
      )}
    </div>
  );
}

function scrollToEnd(element: HTMLElement | null): void {
  if (element !== null) element.scrollTop = element.scrollHeight;
}
