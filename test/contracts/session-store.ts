import { describe, expect, it } from "vitest";
import { newId } from "../../src/domain/id.ts";
import type { NewSession, Session } from "../../src/domain/session.ts";
import type { SessionStore } from "../../src/ports/session-store.ts";
import { sessionRemovalContract } from "./session-store-removals.ts";
import { calm, openStoreDuring, type StoreUnderTest } from "./store-under-test.ts";

/** What every session store promises. `now` is the clock that the store has to use. */
export function sessionStoreContract(
  name: string,
  open: (now: () => Date) => Promise<StoreUnderTest<SessionStore>>,
): void {
  describe(`${name} as a session store`, () => {
    let time = Date.UTC(2026, 0, 1);
    let store: SessionStore;
    const reopen = openStoreDuring(
      () => open(() => new Date(time)),
      "suite",
      (now) => {
        store = now;
      },
    );

    const newSession = (fields: Partial<NewSession> = {}): NewSession => ({
      userId: newId(),
      title: "New Chat",
      messages: "[]",
      selectedDocument: null,
      ...fields,
    });
    /** Creates a session a second after whatever was before. */
    const createLater = (fields: Partial<NewSession>) => {
      time += 1_000;
      return store.create(newSession(fields), calm);
    };
    const listedIds = async (userId: string, limit: number) =>
      (await Array.fromAsync(store.list(userId, limit, calm))).map(({ $id }) => $id);
    const listed = (userId: string) => Array.fromAsync(store.list(userId, 100, calm));
    /** A session whose id can be written in capitals. */
    const createdWithLetters = async (): Promise<Session> => {
      const created = await store.create(newSession(), calm);
      return /[a-z]/.test(created.$id) ? created : createdWithLetters();
    };

    it("gives a new session an id and both times, and lists it as it was answered", async () => {
      const fields = newSession({
        title: "Budget",
        messages: '[{"role":"user"}]',
        selectedDocument: "doc-1",
      });
      const created = await store.create(fields, calm);
      expect(created).toEqual({
        ...fields,
        $id: expect.stringMatching(/^[a-zA-Z0-9][a-zA-Z0-9._-]{0,35}$/),
        createdAt: new Date(time).toISOString(),
        updatedAt: new Date(time).toISOString(),
      });
      expect(await listed(fields.userId)).toEqual([created]);
    });

    it("keeps the sessions of users apart", async () => {
      const mine = await store.create(newSession(), calm);
      const theirs = await store.create(newSession(), calm);
      expect(await listed(mine.userId)).toEqual([mine]);
      expect(await listed(theirs.userId)).toEqual([theirs]);
      expect(await listed(newId())).toEqual([]);
    });

    it("keeps users apart whose ids differ in capitals alone, and fills their lists all the same", async () => {
      const id = newId();
      const [ana, other] = [`ana-${id}`, `Ana-${id}`];
      const ids: Record<string, string[]> = { [ana]: [], [other]: [] };
      for (const userId of [ana, ana, other, ana, other, other, other, ana, other]) {
        ids[userId]?.unshift((await createLater({ userId })).$id);
      }
      for (const limit of [1, 3, 4, 100]) {
        const summaries = await store.summaries(ana, limit, calm);
        expect(summaries.map(({ $id }) => $id)).toEqual(ids[ana]?.slice(0, limit));
        expect(await listedIds(ana, limit)).toEqual(ids[ana]?.slice(0, limit));
        expect(await listedIds(other, limit)).toEqual(ids[other]?.slice(0, limit));
      }
      expect(await listedIds(`ANA-${id}`, 100)).toEqual([]);
    });

    sessionRemovalContract({ store: () => store, createLater, listed });

    it("knows a session by no other writing of its id", async () => {
      const created = await createdWithLetters();
      const expected = { name: "AppError", code: "session-not-found", message: "Session not found" };
      const capitals = created.$id.toUpperCase();
      await expect(store.update(capitals, { title: "Taken over" }, calm)).rejects.toMatchObject(expected);
      await expect(store.remove(capitals, calm)).rejects.toMatchObject(expected);
      await expect(store.find(capitals, calm)).rejects.toMatchObject(expected);
      expect(await listed(created.userId)).toEqual([created]);
    });

    it("keeps every character", async () => {
      const text = 'Grüße, 日本語 العربية 👩‍👩‍👧 "quoted" \\ \n\t é';
      const created = await store.create(newSession({ title: text, messages: JSON.stringify([text]) }), calm);
      const [found] = await listed(created.userId);
      expect(found?.title).toBe(text);
      expect(found?.messages).toBe(JSON.stringify([text]));
    });

    it("puts the replacement character in the place of half a character", async () => {
      const half = "Smile \ud83d!";
      const messages = JSON.stringify([{ role: "user", content: half }]);
      const created = await store.create(newSession({ title: half, messages }), calm);
      expect(created).toMatchObject({ title: "Smile \ufffd!", messages });
      expect(await listed(created.userId)).toEqual([created]);
      const updated = await store.update(created.$id, { title: `${half}\udc00`, messages }, calm);
      expect(updated).toMatchObject({ title: "Smile \ufffd!\ufffd", messages });
      expect(await listed(created.userId)).toEqual([updated]);
    });

    it("keeps a conversation of a million characters", async () => {
      const messages = JSON.stringify([{ role: "user", content: "long ".repeat(200_000) }]);
      const created = await store.create(newSession({ messages }), calm);
      const [found] = await listed(created.userId);
      expect(found?.messages === messages).toBe(true);
    });

    it("lists the sessions updated last first, no more than asked for", async () => {
      const userId = newId();
      const ids: string[] = [];
      for (let i = 0; i < 120; i++) ids.push((await createLater({ userId, title: `Chat ${i}` })).$id);
      const [oldest = ""] = ids;
      time += 1_000;
      await store.update(oldest, { title: "Touched" }, calm);
      const expected = [oldest, ...ids.slice(1).reverse()];
      for (const limit of [100, 3]) expect(await listedIds(userId, limit)).toEqual(expected.slice(0, limit));
    });

    it("lists conversations that are too long to be held together, short ones between them", async () => {
      const userId = newId();
      const created: Session[] = [];
      for (let i = 0; i < 12; i++) {
        const messages = JSON.stringify([`${i} `.repeat(i % 3 === 0 ? 400_000 : 3)]);
        created.unshift(await createLater({ userId, title: `Chat ${i}`, messages }));
      }
      const found = await listed(userId);
      expect(found.map(({ title }) => title)).toEqual(created.map(({ title }) => title));
      expect(found.every((session, i) => session.messages === created[i]?.messages)).toBe(true);
    });

    it("leaves out of a long list what is removed while it is read", async () => {
      const userId = newId();
      const ids: string[] = [];
      const messages = JSON.stringify(["long ".repeat(300_000)]);
      for (let i = 0; i < 4; i++) ids.unshift((await createLater({ userId, messages })).$id);
      const seen: string[] = [];
      for await (const { $id } of store.list(userId, 100, calm)) {
        if (seen.length === 0) await store.remove(ids[2] ?? "", calm);
        seen.push($id);
      }
      expect(seen).toEqual(ids.toSpliced(2, 1));
    });

    it("gives the same list without messages", async () => {
      const userId = newId();
      for (const title of ["One", "Two", "Three"])
        await createLater({ userId, title, messages: '["x"]', selectedDocument: "doc-1" });
      const whole = await listed(userId);
      const summaries = await store.summaries(userId, 100, calm);
      expect(summaries).toEqual(whole.map(({ messages: _messages, ...summary }) => summary));
      expect((await store.summaries(userId, 2, calm)).map(({ title }) => title)).toEqual(["Three", "Two"]);
      expect(await store.summaries(userId, 0, calm)).toEqual([]);
      expect(await store.summaries(userId.toUpperCase(), 100, calm)).toEqual([]);
    });

    it("finds a session by its id", async () => {
      const created = await store.create(newSession({ title: "Mine", messages: '["x"]' }), calm);
      expect(await store.find(created.$id, calm)).toEqual(created);
    });

    it("lists sessions of the same moment by their creation, the later first", async () => {
      const userId = newId();
      const ids: string[] = [];
      for (let i = 0; i < 10; i++) ids.push((await store.create(newSession({ userId }), calm)).$id);
      expect((await listed(userId)).map(({ $id }) => $id)).toEqual(ids.toReversed());
    });

    it("changes only the fields that are given, and the time of the update", async () => {
      const fields = newSession({ title: "Before", messages: "[1]", selectedDocument: "doc-1" });
      const created = await store.create(fields, calm);
      time += 1_000;
      const renamed = await store.update(created.$id, { title: "After", messages: undefined }, calm);
      expect(renamed).toEqual({ ...created, title: "After", updatedAt: new Date(time).toISOString() });
      time += 1_000;
      const changed = await store.update(created.$id, { messages: "[2]", selectedDocument: "doc-2" }, calm);
      expect(changed).toEqual({
        ...renamed,
        messages: "[2]",
        selectedDocument: "doc-2",
        updatedAt: new Date(time).toISOString(),
      });
      const cleared = await store.update(created.$id, { selectedDocument: null }, calm);
      expect(cleared).toEqual({ ...changed, selectedDocument: null });
      expect(await listed(fields.userId)).toEqual([cleared]);
    });

    it("never takes the time of the update back", async () => {
      const created = await store.create(newSession(), calm);
      time -= 3_600_000;
      const updated = await store.update(created.$id, { title: "Clock set back" }, calm);
      time += 3_600_000;
      expect(updated.title).toBe("Clock set back");
      expect(updated.updatedAt).toBe(created.updatedAt);
    });

    it("keeps every one of many changes made at once", async () => {
      const userId = newId();
      const created = await Promise.all(
        Array.from({ length: 20 }, (_, i) => store.create(newSession({ userId, title: `Chat ${i}` }), calm)),
      );
      await Promise.all(created.map(({ $id, title }) => store.update($id, { title: `${title}!` }, calm)));
      const titles = (await listed(userId)).map(({ title }) => title);
      expect(titles.toSorted()).toEqual(created.map(({ title }) => `${title}!`).toSorted());
    });

    it("removes a session for good", async () => {
      const userId = newId();
      const gone = await store.create(newSession({ userId }), calm);
      const kept = await store.create(newSession({ userId }), calm);
      await store.remove(gone.$id, calm);
      expect(await listed(userId)).toEqual([kept]);
      await expect(store.update(gone.$id, { title: "Ghost" }, calm)).rejects.toMatchObject({
        code: "session-not-found",
      });
    });

    it("says that an unknown session is not found", async () => {
      const expected = { name: "AppError", code: "session-not-found", message: "Session not found" };
      await expect(store.update(newId(), { title: "x" }, calm)).rejects.toMatchObject(expected);
      await expect(store.remove(newId(), calm)).rejects.toMatchObject(expected);
      await expect(store.find(newId(), calm)).rejects.toMatchObject(expected);
    });

    it("knows a session as its owner's alone, where an owner is named", async () => {
      const session = await createdWithLetters();
      const { $id: id, userId: owner } = session;
      const expected = { name: "AppError", code: "session-not-found", message: "Session not found" };
      for (const stranger of [newId(), owner.toUpperCase(), ""].filter((other) => other !== owner)) {
        const named = { id, owner: stranger };
        await expect(store.find(named, calm)).rejects.toMatchObject(expected);
        await expect(store.update(named, { title: "Taken", messages: "[]" }, calm)).rejects.toMatchObject(
          expected,
        );
        await expect(store.remove(named, calm)).rejects.toMatchObject(expected);
      }
      expect(await store.find({ id, owner }, calm)).toEqual(session);
      expect(await store.update({ id, owner }, { title: "Mine" }, calm)).toMatchObject({ title: "Mine" });
      await store.remove({ id, owner }, calm);
      await expect(store.find(id, calm)).rejects.toMatchObject(expected);
    });

    it("does nothing when the signal has aborted before", async () => {
      const userId = newId();
      const reason = new Error("gone");
      const aborted = AbortSignal.abort(reason);
      await expect(store.create(newSession({ userId }), aborted)).rejects.toBe(reason);
      await expect(Array.fromAsync(store.list(userId, 100, aborted))).rejects.toBe(reason);
      expect(await listed(userId)).toEqual([]);
    });

    it("has everything after it was opened again", async () => {
      const created = await store.create(newSession({ title: "Stays" }), calm);
      time += 1_000;
      const updated = await store.update(created.$id, { messages: '["kept"]' }, calm);
      await reopen();
      expect(await listed(created.userId)).toEqual([updated]);
    });
  });
}
