import { askQuestion } from "../api/chat.ts";
import { isAbort, sayFailure } from "../api/request.ts";
import { announce } from "../kit/announcer.tsx";
import { goTo, place } from "../state/location.ts";
import type { Store } from "../state/store.ts";
import { currentUserId } from "../state/user.ts";
import { currentText } from "../text/use-text.ts";
import type { ChatMessage } from "./chat-message.ts";
import { type Conversation, newConversation, startConversation } from "./conversation.ts";
import { nameConversation, saveConversation } from "./save-conversation.ts";

/** Words are drawn this often while they stream in. */
const DRAW_MS = 40;
/** How much of a finished answer is read out. */
const SPOKEN_LENGTH = 800;

const controllers = new WeakMap<Store<Conversation>, AbortController>();

/** Sends the drafted question. */
export function sendDraft(conversation: Store<Conversation>): void {
  const { draft, draftScope, activity } = conversation.get();
  const content = draft.trim();
  if (content === "" || activity !== "idle") return;
  const question: ChatMessage = {
    role: "user",
    content,
    ...(draftScope.length > 0 ? { scope: [...draftScope] } : {}),
  };
  conversation.update((current) => ({
    ...current,
    draft: "",
    draftScope: [],
    messages: [...current.messages, question],
  }));
  void answer(conversation);
}

/** Answers the question before the message at `index` once more. */
export function regenerate(conversation: Store<Conversation>, index: number): void {
  if (conversation.get().activity !== "idle") return;
  conversation.update((current) => ({ ...current, messages: current.messages.slice(0, index) }));
  void answer(conversation);
}

/** Asks another question in the place of the one at `index`; what came after it goes. */
export function editQuestion(conversation: Store<Conversation>, index: number, content: string): void {
  if (conversation.get().activity !== "idle") return;
  conversation.update((current) => {
    const question = current.messages[index];
    const kept = current.messages.slice(0, index);
    return question === undefined ? current : { ...current, messages: [...kept, { ...question, content }] };
  });
  void answer(conversation);
}

/** Ends the answer that is being written; what there is stays. */
export function stopAnswer(conversation: Store<Conversation>): void {
  controllers.get(conversation)?.abort();
}

async function answer(conversation: Store<Conversation>): Promise<void> {
  const t = currentText();
  const controller = new AbortController();
  controllers.set(conversation, controller);
  const { messages } = conversation.get();
  conversation.update((current) => ({
    ...current,
    activity: "looking",
    messages: [...messages, { role: "assistant", content: "" }],
  }));
  announce(t.chat.answering);
  // The question is safe before its answer comes.
  const recorded = saveConversation(conversation).then(() => showSession(conversation));
  const ending = await stream(conversation, messages, controller.signal);
  controllers.delete(conversation);
  finish(conversation, ending);
  const content = conversation.get().messages.at(-1)?.content ?? "";
  announce(`${t.chat.answered}. ${content.slice(0, SPOKEN_LENGTH)}`);
  await recorded;
  await saveConversation(conversation);
  if (content !== "") await nameConversation(conversation);
}

type Ending = Pick<ChatMessage, "ending" | "failure">;

async function stream(
  conversation: Store<Conversation>,
  messages: readonly ChatMessage[],
  signal: AbortSignal,
): Promise<Ending> {
  const writer = createWriter(conversation);
  const scope = messages.at(-1)?.scope ?? [];
  const { pinnedDocuments } = conversation.get();
  const question = {
    messages: messages
      .filter(({ content }) => content !== "")
      .map(({ role, content }) => ({ role, content })),
    userId: currentUserId(),
    grounding: true,
    documentIds: scope.length > 0 ? scope : pinnedDocuments,
  };
  try {
    for await (const event of askQuestion(question, signal)) {
      if ("sources" in event)
        changeAnswer(conversation, (message) => ({ ...message, sources: event.sources }));
      else if ("grounding" in event)
        changeAnswer(conversation, (message) => ({ ...message, grounding: event.grounding }));
      else writer.add(event.chunk);
    }
    return {};
  } catch (error) {
    if (signal.aborted || isAbort(error)) return { ending: "stopped" };
    return { ending: "failed", failure: sayFailure(error) };
  } finally {
    writer.flush();
  }
}

/** Collects words and draws them a few times a second, however fast they come. */
function createWriter(conversation: Store<Conversation>) {
  let waiting = "";
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (waiting === "") return;
    const words = waiting;
    waiting = "";
    changeAnswer(conversation, (message) => ({ ...message, content: message.content + words }));
    conversation.update((current) =>
      current.activity === "looking" ? { ...current, activity: "writing" } : current,
    );
  };
  return {
    flush,
    add(words: string) {
      waiting += words;
      timer ??= setTimeout(flush, DRAW_MS);
    },
  };
}

function changeAnswer(
  conversation: Store<Conversation>,
  change: (message: ChatMessage) => ChatMessage,
): void {
  conversation.update((current) => ({
    ...current,
    messages: current.messages.map((message, i) =>
      i === current.messages.length - 1 ? change(message) : message,
    ),
  }));
}

function finish(conversation: Store<Conversation>, ending: Ending): void {
  changeAnswer(conversation, (message) => ({ ...message, ...ending }));
  conversation.update((current) => ({ ...current, activity: "idle" }));
}

/** Gives a new chat its own address, if it is still in front of the person who began it. */
function showSession(conversation: Store<Conversation>): void {
  const { sessionId } = conversation.get();
  const { route, source } = place.get();
  if (sessionId === null || newConversation.get() !== conversation) return;
  if (route.name === "chat" && route.sessionId === null)
    goTo({ name: "chat", sessionId }, { source, replace: true });
  startConversation();
}
