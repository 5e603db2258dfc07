import { describe, expect, it, vi } from "vitest";
import { buildPrompt, type ChatPrompt } from "../../src/domain/build-prompt.ts";
import type { Hit } from "../../src/domain/passage.ts";
import type { ChatModel } from "../../src/ports/chat-model.ts";
import { hitOf } from "../doubles/hit.ts";
import { openDuring } from "./open-during.ts";

/** A chat model to be tested, with what stands behind it in the test's hands. */
export interface ChatModelSubject {
  /** Answers in more than one fragment. */
  model: ChatModel;
  /** The same kind of model over an upstream that refuses every call. */
  failingModel: ChatModel;
  /** How many calls to the upstream are under way. */
  openCalls(): number;
  close(): Promise<void>;
}

/** What every chat model promises. */
export function chatModelContract(name: string, open: () => Promise<ChatModelSubject>): void {
  describe(`${name} as a chat model`, () => {
    let subject: ChatModelSubject;
    openDuring(open, "test", (opened) => {
      subject = opened;
    });
    const live = () => new AbortController().signal;

    it.each([
      ["with passages", [hitOf("The badger sleeps in winter.")]],
      ["without passages", []],
    ])("answers %s in fragments of which none is empty", async (_, passages) => {
      const fragments = await Array.fromAsync(subject.model.answer(asking(passages), live()));
      expect(fragments.length).toBeGreaterThan(1);
      expect(fragments).not.toContain("");
    });

    it("answers several conversations at once", async () => {
      const prompt = asking([hitOf("The badger sleeps in winter.")]);
      const answers = await Promise.all(
        [1, 2, 3].map(async () => (await Array.fromAsync(subject.model.answer(prompt, live()))).join("")),
      );
      for (const answer of answers) expect(answer).not.toBe("");
    });

    it("does nothing for a signal that is aborted already", async () => {
      const answer = Array.fromAsync(subject.model.answer(asking([]), AbortSignal.abort(new Error("gone"))));
      await expect(answer).rejects.toThrow();
      expect(subject.openCalls()).toBe(0);
    });

    it("stops when the signal is aborted, and ends the call upstream", async () => {
      const controller = new AbortController();
      const fragments: string[] = [];
      const reading = async () => {
        for await (const fragment of subject.model.answer(asking([]), controller.signal)) {
          fragments.push(fragment);
          controller.abort(new Error("gone"));
        }
      };
      await expect(reading()).rejects.toThrow();
      expect(fragments).toHaveLength(1);
      await vi.waitFor(() => expect(subject.openCalls()).toBe(0));
    });

    it("ends the call upstream when the reader leaves", async () => {
      for await (const fragment of subject.model.answer(asking([]), live())) {
        expect(fragment).not.toBe("");
        break;
      }
      await vi.waitFor(() => expect(subject.openCalls()).toBe(0));
    });

    it("gives a failure its name", async () => {
      const prompt = asking([hitOf("The badger sleeps in winter.")]);
      const answer = Array.fromAsync(subject.failingModel.answer(prompt, live()));
      await expect(answer).rejects.toMatchObject({ name: "AppError", code: "model-failed" });
    });
  });
}

function asking(passages: Hit[]): ChatPrompt {
  return buildPrompt({ messages: [{ role: "user", content: "When does the badger sleep?" }], passages });
}
