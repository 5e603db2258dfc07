import { createStore, useStore } from "../state/store.ts";

const message = createStore({ text: "", count: 0 });

/** Says something to screen readers, politely. */
export function announce(text: string): void {
  message.update(({ count }) => ({ text, count: count + 1 }));
}

/** The region that screen readers listen to. The same words twice are still two messages. */
export function Announcer() {
  const { text, count } = useStore(message);
  return (
    <div role="status" aria-live="polite" className="sr-only">
      {text}
      {count % 2 === 1 ? "\u00a0" : ""}
    </div>
  );
}
