import { expect, it } from "vitest";
import type { DocumentPoints } from "./document-points.ts";
import type { LedgerStore } from "./ledger-store.ts";
import { type DecidedChange, openSettlement } from "./settlement.ts";

function arrivalOf(id: string): DecidedChange {
  const arrived = { documentId: id, userId: "ana", indexVersion: id, chunks: 1 };
  return { id, documentId: id, markedAtMs: 0, leaving: [], marked: [], overtaken: [], hidden: [], arrived };
}

it("settles what comes while the entries of what came before are being removed", async () => {
  const shown: string[] = [];
  let settleSecond: () => Promise<void> = async () => undefined;
  const points = {
    remove: async () => undefined,
    settle: async () => undefined,
    show: async (versions) => {
      shown.push(...versions.map(({ documentId }) => documentId));
    },
  } satisfies Partial<DocumentPoints>;
  const ledger = {
    forgetSoon: () => undefined,
    async forgetNow() {
      const settle = settleSecond;
      settleSecond = async () => undefined;
      await settle();
    },
  } satisfies Partial<LedgerStore>;
  const settlement = openSettlement({
    points: points as Partial<DocumentPoints> as DocumentPoints,
    ledger: ledger as Partial<LedgerStore> as LedgerStore,
    onLeftover: (cause) => {
      throw cause;
    },
  });
  settleSecond = () => settlement.settle(arrivalOf("second"));
  await settlement.settle(arrivalOf("first"));
  await settlement.settled();
  expect(shown).toEqual(["first", "second"]);
});
