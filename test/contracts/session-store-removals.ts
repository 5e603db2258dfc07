import { expect, it } from "vitest";
import { newId } from "../../src/domain/id.ts";
import { type NewSession, pinning, type Session } from "../../src/domain/session.ts";
import type { SessionStore } from "../../src/ports/session-store.ts";
import { calm } from "./store-under-test.ts";

interface RemovalStage {
  store(): SessionStore;
  /** Creates a session a second after whatever was before. */
  createLater(fields: Partial<NewSession>): Promise<Session>;
  listed(userId: string): Promise<Session[]>;
}

/** The part of the contract on what goes with a document or a user. */
export function sessionRemovalContract({ store, createLater, listed }: RemovalStage): void {
  it("takes a removed document out of the sessions that pin it, and leaves their order", async () => {
    const [userId, other, documentId] = [newId(), newId(), newId()];
    const pinned = await createLater({ userId, selectedDocument: documentId, messages: '["kept"]' });
    const unpinned = await createLater({ userId });
    const second = await createLater({ userId, selectedDocument: documentId });
    const elsewhere = await createLater({ userId, selectedDocument: newId() });
    const theirs = await createLater({ userId: other, selectedDocument: documentId });
    // By now it is later than any of them says.
    await createLater({});
    expect(await store().unpin({ id: documentId, owner: userId }, calm)).toBe(2);
    const free = (session: Session) => ({ ...session, selectedDocument: null });
    expect(await listed(userId)).toEqual([elsewhere, free(second), unpinned, free(pinned)]);
    expect(await listed(other)).toEqual([theirs]);
    expect(await store().unpin(documentId, calm)).toBe(1);
    expect(await listed(other)).toEqual([free(theirs)]);
    expect(await store().unpin(documentId, calm)).toBe(0);
  });

  it("keeps several pinned documents, and takes a removed one out from among them", async () => {
    const [userId, a, b, c] = [newId(), newId(), newId(), newId()];
    const several = await createLater({ userId, ...pinning([a, b, c]) });
    expect(several).toMatchObject({ selectedDocument: a, selectedDocuments: [a, b, c] });
    expect(await store().find(several.$id, calm)).toEqual(several);
    const theirs = await createLater({ userId: newId(), ...pinning([c, b]) });
    await createLater({});
    expect(await store().unpin({ id: b, owner: userId }, calm)).toBe(1);
    expect(await listed(userId)).toEqual([{ ...several, selectedDocuments: [a, c] }]);
    expect(await listed(theirs.userId)).toEqual([theirs]);
    expect(await store().unpin(a, calm)).toBe(1);
    const { selectedDocuments: _several, ...rest } = several;
    expect(await listed(userId)).toEqual([{ ...rest, selectedDocument: c }]);
    expect(await store().unpin(c, calm)).toBe(2);
    expect(await listed(userId)).toEqual([{ ...rest, selectedDocument: null }]);
    const { selectedDocuments: _both, ...other } = theirs;
    expect(await listed(theirs.userId)).toEqual([{ ...other, selectedDocument: b }]);
  });

  it("puts one pinned document, several or none in the place of what was pinned", async () => {
    const created = await createLater(pinning(["doc-1", "doc-2"]));
    const one = await store().update(created.$id, pinning(["doc-3"]), calm);
    expect([one.selectedDocument, one.selectedDocuments]).toEqual(["doc-3", undefined]);
    const several = await store().update(created.$id, pinning(["doc-4", "doc-5"]), calm);
    expect([several.selectedDocument, several.selectedDocuments]).toEqual(["doc-4", ["doc-4", "doc-5"]]);
    const renamed = await store().update(created.$id, { title: "Other" }, calm);
    expect(renamed.selectedDocuments).toEqual(["doc-4", "doc-5"]);
    const none = await store().update(created.$id, pinning([]), calm);
    expect([none.selectedDocument, none.selectedDocuments]).toEqual([null, undefined]);
  });

  it("knows a pinned document by no other writing of its id, and finds many", async () => {
    const documentId = `doc-${newId()}`;
    const users = [`ana-${newId()}`, `Ana-${newId()}`];
    const capitals = await createLater({ selectedDocument: documentId.toUpperCase() });
    for (let i = 0; i < 120; i++) {
      await createLater({ userId: users[i % 2] ?? "", selectedDocument: documentId });
    }
    expect(await store().unpin({ id: documentId, owner: users[0] ?? "" }, calm)).toBe(60);
    expect(await store().unpin(documentId, calm)).toBe(60);
    expect(await listed(capitals.userId)).toEqual([capitals]);
  });

  it("removes a user's sessions, some at a time, and nobody else's", async () => {
    const id = newId();
    const [ana, other] = [`ana-${id}`, `Ana-${id}`];
    for (let i = 0; i < 12; i++) await createLater({ userId: ana });
    const theirs = await createLater({ userId: other });
    let removed = 0;
    for (let some = -1; some !== 0; removed += some) some = await store().removeSome(ana, calm);
    expect(removed).toBe(12);
    expect(await listed(ana)).toEqual([]);
    expect(await listed(other)).toEqual([theirs]);
  });
}
