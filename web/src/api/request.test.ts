import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { account, admit, isLocked, type SignInWay } from "../state/account.ts";
import { ServiceError, send, toRefusal } from "./request.ts";

const WAY: SignInWay = { mode: "password", isNew: false, signInUrl: null, appwrite: null };
const ADA = { userId: "ada", name: "Ada", isOwner: true };
const refused = () => new Response('{"error":"You are not signed in"}', { status: 401 });

describe("send", () => {
  const answers: Response[] = [];
  beforeEach(() => {
    admit(WAY, ADA);
    vi.stubGlobal("fetch", async () => answers.shift() ?? new Response("late"));
  });
  afterEach(() => {
    answers.length = 0;
    vi.unstubAllGlobals();
    account.set({ state: "unknown", error: null });
  });

  it("locks the page where nobody is signed in any more, waits, and goes on", async () => {
    answers.push(refused(), new Response("done"));
    const sent = send("/api/documents");
    await expect.poll(isLocked).toBe(true);
    admit(WAY, ADA);
    expect(await (await sent).text()).toBe("done");
  });

  it("sends nothing while the page is locked", async () => {
    account.set({ state: "locked", way: WAY, user: ADA, isAsked: true });
    answers.push(new Response("done"));
    const sent = send("/api/documents");
    await Promise.resolve();
    expect(answers).toHaveLength(1);
    admit(WAY, ADA);
    expect(await (await sent).text()).toBe("done");
  });

  it("stops waiting when its caller does", async () => {
    answers.push(refused());
    const controller = new AbortController();
    const sent = send("/api/documents", { signal: controller.signal });
    await expect.poll(isLocked).toBe(true);
    controller.abort();
    await expect(sent).rejects.toMatchObject({ name: "AbortError" });
  });

  it("does not lock the page again for a request that was on its way while somebody signed in", async () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    vi.stubGlobal("fetch", () => promise);
    const sent = send("/api/documents", { keepalive: true });
    account.set({ state: "locked", way: WAY, user: ADA, isAsked: true });
    admit(WAY, ADA);
    resolve(refused());
    await expect(sent).rejects.toMatchObject({ status: 401 });
    expect(isLocked()).toBe(false);
  });

  it("takes a refusal to sign in for what it is", async () => {
    answers.push(refused());
    await expect(send("/api/account/sign-in", { isAboutAccount: true })).rejects.toBeInstanceOf(ServiceError);
    expect(isLocked()).toBe(false);
  });

  it("knows of no signing in where nobody has to", async () => {
    account.set({ state: "open" });
    answers.push(refused());
    await expect(send("/api/documents")).rejects.toMatchObject({ status: 401 });
    expect(account.get()).toEqual({ state: "open" });
  });
});

describe("toRefusal", () => {
  it("says what is wrong and when to come back", () => {
    const refusal = toRefusal(429, '{"error":"Too many","details":"Wait"}', "7");
    expect(refusal).toMatchObject({ message: "Too many", details: "Wait", status: 429, retryAfterMs: 7_000 });
    expect(toRefusal(503, "<html>", "Wed, 21 Oct 2026 07:28:00 GMT").retryAfterMs).toBeNull();
  });
});
