import { once } from "node:events";
import { request } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test, vi } from "vitest";
import { openTestApp, uploadRequest } from "./open-app.ts";

test("a client that leaves before it has learnt the id of its file takes the file along", async () => {
  const stored = Promise.withResolvers<string>();
  const mayGoOn = Promise.withResolvers<void>();
  const { app, library, close } = await openTestApp(({ files }) => ({
    files: {
      ...files,
      async put(file, signal) {
        const kept = await files.put(file, signal);
        stored.resolve(kept.fileId);
        await mayGoOn.promise;
        return kept;
      },
    },
  }));
  await app.listen({ port: 0, host: "127.0.0.1" });
  const connected = once(app.server, "connection");
  const { url, headers, payload } = uploadRequest({ name: "a.txt", content: "Some words." });
  const { port } = app.server.address() as AddressInfo;
  const call = request({
    port,
    path: String(url),
    method: "POST",
    headers: headers as Record<string, string>,
  });
  call.on("error", () => undefined).end(payload);
  const [socket] = await connected;
  const fileId = await stored.promise;
  const existing = () => library.files.existing([fileId], new AbortController().signal);

  const left = once(socket, "close");
  call.destroy();
  await left;
  expect(await existing()).toEqual(new Set([fileId]));
  mayGoOn.resolve();
  await vi.waitFor(async () => expect(await existing()).toEqual(new Set()));
  await close();
});
