import { describe, expect, it } from "vitest";
import { cleanTitle } from "../../src/domain/clean-title.ts";
import { DEFAULT_TITLE } from "../../src/domain/session.ts";
import type { TitleModel } from "../../src/ports/title-model.ts";
import { openDuring } from "./open-during.ts";

/** A title model to be tested. */
export interface TitleModelSubject {
  model: TitleModel;
  /** The same kind of model over an upstream that refuses every call; null where there is no upstream. */
  failingModel: TitleModel | null;
  close(): Promise<void>;
}

/** What every title model promises. `hasUpstream` says whether it asks something that can fail. */
export function titleModelContract(
  name: string,
  open: () => Promise<TitleModelSubject>,
  { hasUpstream } = { hasUpstream: true },
): void {
  describe(`${name} as a title model`, () => {
    let subject: TitleModelSubject;
    openDuring(open, "test", (opened) => {
      subject = opened;
    });
    const live = () => new AbortController().signal;

    it("finds words that make a title", async () => {
      const messages = ["How do I plan the annual budget of a small library?", "And who has to sign it?"];
      const title = cleanTitle(await subject.model.suggestTitle(messages, live()));
      expect(title).not.toBe(DEFAULT_TITLE);
    });

    it("refuses a signal that is aborted already", async () => {
      const title = subject.model.suggestTitle(
        ["How do I plan a budget?"],
        AbortSignal.abort(new Error("gone")),
      );
      await expect(title).rejects.toThrow();
    });

    if (hasUpstream)
      it("gives a failure its name", async () => {
        const title = subject.failingModel?.suggestTitle(["How do I plan a budget?"], live());
        await expect(title).rejects.toMatchObject({ name: "AppError", code: "model-failed" });
      });
  });
}
