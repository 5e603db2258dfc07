import { describe, expect, it } from "vitest";
import { addressOf, pathOf, routeOf, sourceOf } from "./route.ts";

describe("routeOf", () => {
  it.each([
    ["/", { name: "chat", sessionId: null }],
    ["/chat", { name: "chat", sessionId: null }],
    ["/chat/abc", { name: "chat", sessionId: "abc" }],
    ["/library", { name: "library" }],
    ["/library/", { name: "library" }],
    ["/library/a%20b", { name: "document", documentId: "a b" }],
    ["/library/100%", { name: "document", documentId: "100%" }],
    ["/settings", { name: "settings" }],
    ["/account", { name: "account", part: "profile" }],
    ["/account/keys", { name: "account", part: "keys" }],
    ["/account/none", { name: "account", part: "profile" }],
    ["/join", { name: "chat", sessionId: null }],
    ["/nowhere/at/all", { name: "chat", sessionId: null }],
  ])("reads %s", (path, route) => {
    expect(routeOf(path)).toEqual(route);
  });

  it("is undone by pathOf", () => {
    for (const path of [
      "/",
      "/chat/x-1",
      "/library",
      "/library/d.2",
      "/settings",
      "/account",
      "/account/users",
    ])
      expect(pathOf(routeOf(path))).toBe(path);
  });
});

describe("sourceOf", () => {
  it("reads document, page and chunk beside a chat", () => {
    const query = new URLSearchParams("doc=d1&page=3&chunk=0");
    expect(sourceOf({ name: "chat", sessionId: "s" }, query)).toEqual({
      documentId: "d1",
      page: 3,
      chunk: 0,
    });
  });

  it("takes the document from the path of its own page", () => {
    expect(sourceOf({ name: "document", documentId: "d1" }, new URLSearchParams("page=2"))).toEqual({
      documentId: "d1",
      page: 2,
      chunk: null,
    });
  });

  it("is closed without a document and ignores numbers that are none", () => {
    expect(sourceOf({ name: "chat", sessionId: null }, new URLSearchParams("page=2"))).toBeNull();
    expect(sourceOf({ name: "chat", sessionId: null }, new URLSearchParams("doc=d&page=-1&chunk=x"))).toEqual(
      {
        documentId: "d",
        page: null,
        chunk: null,
      },
    );
  });

  it("is what addressOf wrote", () => {
    const route = { name: "chat", sessionId: "s" } as const;
    const source = { documentId: "d", page: 4, chunk: 9 };
    const [, query = ""] = addressOf(route, source).split("?");
    expect(sourceOf(route, new URLSearchParams(query))).toEqual(source);
  });
});
