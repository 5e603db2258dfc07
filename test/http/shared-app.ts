import type { InjectOptions } from "fastify";
import { afterAll, beforeAll } from "vitest";
import { openTestApp, type TestApp } from "./open-app.ts";

/** The service that the tests of a file share, from before the first to after the last, and the usual ways to ask it. */
export function sharedTestApp() {
  let opened: TestApp;
  beforeAll(async () => {
    opened = await openTestApp();
  });
  afterAll(() => opened.close());
  const send = (request: InjectOptions) => opened.send(request);
  const post = (url: string, payload: object) => send({ method: "POST", url, payload });
  const get = (url: string) => send({ method: "GET", url });
  const service: TestApp = {
    get app() {
      return opened.app;
    },
    get log() {
      return opened.log;
    },
    get library() {
      return opened.library;
    },
    send,
    upload: (file) => opened.upload(file),
    add: (file) => opened.add(file),
    close: () => opened.close(),
  };
  return {
    service,
    post,
    get,
    list: async (userId: string) => (await get(`/api/documents?userId=${userId}`)).body.documents,
    find: async (query: string, userId: string) =>
      (await post("/api/search/semantic", { query, userId, scoreThreshold: 0, limit: 100 })).body.results,
  };
}
