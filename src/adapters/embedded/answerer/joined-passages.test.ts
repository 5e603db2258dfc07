import { describe, expect, it } from "vitest";
import { hitOf } from "../../../../test/doubles/hit.ts";
import type { Hit } from "../../../domain/passage.ts";
import { type JoinedText, joinPassages, passageAt } from "./joined-passages.ts";

function join(...passages: Hit[]): JoinedText[] {
  const work = joinPassages(passages);
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}

describe("joinPassages", () => {
  it("joins neighbours in their order without what both hold", () => {
    const [joined, ...more] = join(
      hitOf("sleeps in its den in winter. Foxes do not.", { chunkIndex: 4 }),
      hitOf("Badgers are shy. A badger sleeps in its den in winter.", { chunkIndex: 3 }),
    );
    expect(more).toEqual([]);
    expect(joined?.text).toBe("Badgers are shy. A badger sleeps in its den in winter. Foxes do not.");
    expect(joined?.passages.map(({ number }) => number)).toEqual([2, 1]);
  });

  it("takes the header away that a table's chunk repeats", () => {
    const [joined] = join(
      hitOf("Item | Price\nApples | 4.20\nPears | 5.10 euros", { chunkIndex: 0 }),
      hitOf("Item | Price\nPears | 5.10 euros\nPlums | 6.30", { chunkIndex: 1 }),
    );
    expect(joined?.text).toBe("Item | Price\nApples | 4.20\nPears | 5.10 euros\nPlums | 6.30");
  });

  it("leaves passages of other documents and without overlap alone", () => {
    expect(
      join(hitOf("One is here."), hitOf("One is here.", { chunkIndex: 1, documentId: "b" })),
    ).toHaveLength(2);
    expect(join(hitOf("One is here."), hitOf("Two is there.", { chunkIndex: 1 }))).toHaveLength(2);
  });

  it("joins no more than three to one text", () => {
    const chunks = Array.from({ length: 9 }, (_, i) =>
      hitOf(`Sentence number ${i} is here. Sentence number ${i + 1} is here.`, { chunkIndex: i }),
    );
    expect(join(...chunks).map(({ passages }) => passages.length)).toEqual([3, 3, 3]);
  });

  it("tells in which passage something stands", () => {
    const [joined] = join(
      hitOf("A first one. The same words here.", { chunkIndex: 0 }),
      hitOf("The same words here. A second one.", { chunkIndex: 1 }),
    );
    if (joined === undefined) throw new Error("There is a text");
    expect(passageAt(joined, joined.text.indexOf("first"))).toBe(1);
    expect(passageAt(joined, joined.text.indexOf("second"))).toBe(2);
  });
});
