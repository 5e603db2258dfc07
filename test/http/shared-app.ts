import { afterAll, beforeAll } from "vitest";
import { openTestApp, type TestApp, waysToAsk } from "./open-app.ts";

/** The service that the tests of a file share, from before the first to after the last, and the usual ways to ask it. */
export function sharedTestApp() {
  let opened: TestApp;
  beforeAll(async () => {
    opened = await openTestApp();
  });
  afterAll(() => opened.close());
  const ways = waysToAsk((request) => opened.send(request));
  const { get, post } = ways;
  const service: TestApp = {
    get app() {
      return opened.app;
    },
    get folder() {
      return opened.folder;
    },
    get log() {
      return opened.log;
    },
    get library() {
      return opened.library;
    },
    get identities() {
      return opened.identities;
    },
    ...ways,
    close: () => opened.close(),
  };
  return {
    ...ways,
    service,
    list: async (userId: string) => (await get(`/api/documents?userId=${userId}`)).body.documents,
    find: async (query: string, userId: string) =>
      (await post("/api/search/semantic", { query, userId, scoreThreshold: 0, limit: 100 })).body.results,
  };
}
