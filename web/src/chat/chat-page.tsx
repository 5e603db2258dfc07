import { useEffect, useState } from "react";
import { sayFailure } from "../api/request.ts";
import { Icon } from "../kit/icon.tsx";
import { showToast } from "../kit/toast-store.ts";
import { linkTo } from "../state/location.ts";
import { type Store, useStore } from "../state/store.ts";
import { currentText, useText } from "../text/use-text.ts";
import { stopAnswer } from "./ask.ts";
import { ChatHeader } from "./chat-header.tsx";
import { Composer } from "./composer.tsx";
import { type Conversation, loadConversation, newConversation, openConversation } from "./conversation.ts";
import { MessageList } from "./message-list.tsx";
import { useSessions } from "./session-store.ts";
import { Welcome } from "./welcome.tsx";

/** The chat of a session, or a new one. */
export function ChatPage({ sessionId }: { sessionId: string | null }) {
  const fresh = useStore(newConversation);
  if (sessionId === null) return <ChatView conversation={fresh} />;
  return <SessionChat key={sessionId} sessionId={sessionId} />;
}

/** The chat of a session, which this tab may have to read first. */
function SessionChat({ sessionId }: { sessionId: string }) {
  const { state, sessions } = useSessions();
  const [reading, setReading] = useState<"under way" | "done" | "failed">("under way");
  const conversation = openConversation(sessionId);
  const isUnread = conversation === undefined;
  // Without the service there is nothing to read; once it is back, the list is read again, and then this.
  const canRead = isUnread && state !== "failed";
  useEffect(() => {
    if (!canRead) return;
    loadConversation(sessionId).then(
      () => setReading("done"),
      (error: unknown) => {
        showToast({ kind: "failure", message: currentText().chat.missing, details: sayFailure(error) });
        setReading("failed");
      },
    );
  }, [sessionId, canRead]);
  const isListed = sessions.some(({ $id }) => $id === sessionId);
  if (state === "ready" && !isListed && conversation?.get().activity !== "looking") return <Missing />;
  if (isUnread) return canRead && reading === "under way" ? <Loading /> : <Missing />;
  return <ChatView key={conversation.get().key} conversation={conversation} />;
}

function ChatView({ conversation }: { conversation: Store<Conversation> }) {
  const isEmpty = useStore(conversation, ({ messages }) => messages.length === 0);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.defaultPrevented || conversation.get().activity === "idle") return;
      event.preventDefault();
      stopAnswer(conversation);
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [conversation]);
  return (
    <div className="flex h-full min-h-0 flex-col">
      <ChatHeader conversation={conversation} />
      {isEmpty ? <Welcome conversation={conversation} /> : <MessageList conversation={conversation} />}
      <Composer conversation={conversation} />
    </div>
  );
}

function Loading() {
  return (
    <div className="mx-auto w-full max-w-3xl space-y-4 px-6 pt-24" aria-hidden="true">
      <div className="skeleton h-7 w-2/3" />
      <div className="skeleton h-4 w-full" />
      <div className="skeleton h-4 w-11/12" />
      <div className="skeleton h-4 w-4/5" />
    </div>
  );
}

function Missing() {
  const t = useText();
  return (
    <div className="grid h-full place-items-center px-6 text-center">
      <div>
        <h1 className="max-w-md font-serif text-2xl">{t.chat.missing}</h1>
        <a className="button mt-6" {...linkTo({ name: "chat", sessionId: null })}>
          <Icon name="plus" /> {t.shell.newChat}
        </a>
      </div>
    </div>
  );
}
