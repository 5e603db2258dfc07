import { describe, expect, it } from "vitest";
import type { SessionSummary } from "../../../src/domain/session.ts";
import { groupSessions, matchSessions } from "./group-sessions.ts";

const now = new Date(2026, 5, 15, 9, 30);
function sessionOf($id: string, updated: Date, title = $id): SessionSummary {
  const updatedAt = updated.toISOString();
  return { $id, userId: "u", title, selectedDocument: null, createdAt: updatedAt, updatedAt };
}

describe("groupSessions", () => {
  it("groups by calendar days, not by hours", () => {
    const sessions = [
      sessionOf("a", new Date(2026, 5, 15, 0, 5)),
      sessionOf("b", new Date(2026, 5, 14, 23, 55)),
      sessionOf("c", new Date(2026, 5, 10)),
      sessionOf("d", new Date(2026, 4, 20)),
      sessionOf("e", new Date(2025, 0, 1)),
    ];
    expect(groupSessions(sessions, now).map(({ group, sessions: [first] }) => [group, first?.$id])).toEqual([
      ["today", "a"],
      ["yesterday", "b"],
      ["week", "c"],
      ["month", "d"],
      ["older", "e"],
    ]);
  });

  it("leaves empty groups out", () => {
    expect(groupSessions([], now)).toEqual([]);
  });
});

describe("matchSessions", () => {
  it("looks into titles and what was said for every word", () => {
    const sessions = [sessionOf("a", now, "Notice periods"), sessionOf("b", now, "Plants")];
    const said = ({ $id }: SessionSummary) => ($id === "a" ? "lease?" : "");
    expect(matchSessions(sessions, "LEASE notice", said).map(({ $id }) => $id)).toEqual(["a"]);
    expect(matchSessions(sessions, "", said)).toHaveLength(2);
    expect(matchSessions(sessions, "lease plants", said)).toEqual([]);
  });
});
