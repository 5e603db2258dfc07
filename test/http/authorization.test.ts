import type { InjectOptions } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hashSecret, newSecret } from "../../src/domain/secret.ts";
import { addKey } from "../../src/usecases/api-keys.ts";
import type { Identities } from "../../src/usecases/identities.ts";
import { idParametersOf, type Operation, operationsOf } from "./authorization/operations.ts";
import { ROWS, type Row, type Things } from "./authorization/rows.ts";
import {
  appwrite,
  type Credential,
  type Person,
  passwords,
  proxies,
  tokens,
  type Way,
} from "./authorization/ways.ts";
import { openTestApp, type TestApp, uploadRequest } from "./open-app.ts";

const calm = new AbortController().signal;
const ALICE: Person = { userId: "alice", isOwner: false };
const MALLORY: Person = { userId: "mallory", isOwner: false };
const OLIVE: Person = { userId: "olive", isOwner: true };

const WAYS: [string, (identities: () => Identities) => Promise<Way> | Way][] = [
  ["password", passwords],
  ["jwt", tokens],
  ["proxy", proxies],
  ["appwrite", appwrite],
];

describe.each(WAYS)("AUTH=%s", (kind, openWay) => {
  let service: TestApp;
  let way: Way;
  let operations: [endpoint: string, operation: Operation][];
  let cells = 0;

  const identities = (): Identities => {
    if (service.identities === null) throw new Error("The service tells callers apart");
    return service.identities;
  };

  beforeAll(async () => {
    way = await openWay(identities);
    service = await openTestApp(() => ({}), { ...way.environment, RATE_LIMIT: "0" });
    operations = await operationsOf(service);
  });
  afterAll(async () => {
    await service.close();
    await way.close?.();
  });

  const ask = (request: InjectOptions, { headers, remoteAddress }: Credential = {}) => {
    cells += 1;
    return service.send({
      ...request,
      headers: { ...request.headers, ...headers },
      ...(remoteAddress !== undefined && { remoteAddress }),
    });
  };

  const keyOf = async (userId: string, access: "read" | "write"): Promise<Credential> => {
    const draft = { userId, label: "test", access, expiresInDays: null };
    const { secret } = await addKey(identities().keys, draft, calm);
    return { headers: { authorization: `Bearer ${secret}` } };
  };

  /** What each person has, as long as nobody has removed any of it. */
  const present = new Map<string, Things>();
  async function thingsOf(person: Person): Promise<Things> {
    const things = present.get(person.userId) ?? (await makeThings(person));
    present.set(person.userId, things);
    return things;
  }

  /** Asks for something that may remove some of what a person has. */
  async function askAs(person: Person, endpoint: string, credential: Credential) {
    const answer = await ask(requestOf(endpoint, await thingsOf(person)), credential);
    if (answer.status === 200 && /^DELETE|(delete|index|retry)$/.test(endpoint))
      present.delete(person.userId);
    return answer;
  }

  /** New things of a person, all of their own. */
  async function makeThings(person: Person): Promise<Things> {
    const { userId } = person;
    const key = await keyOf(userId, "write");
    const uploaded = await ask(
      uploadRequest({ name: "ferry.txt", content: `The ferry of ${userId} costs 4.`, userId }),
      key,
    );
    const { documentId } = uploaded.body;
    const order = {
      method: "POST",
      url: "/api/documents/index",
      payload: { documentId, userId, fileName: "ferry.txt" },
    } as const;
    expect(await ask(order, key)).toMatchObject({ status: 200 });
    const payload = { userId, messages: [], title: `Of ${userId}` };
    const session = await ask({ method: "POST", url: "/api/chat/history", payload }, key);
    const jobs = await ask({ method: "GET", url: `/api/documents/jobs?userId=${userId}` }, key);
    const draft = { userId, label: "to be ended", access: "read", expiresInDays: null } as const;
    const { keyId } = (await addKey(identities().keys, draft, calm)).key;
    return {
      ...{ userId, documentId, fileId: documentId, selectedDocument: documentId, documentIds: [documentId] },
      selectedDocuments: [documentId],
      sessionId: session.body.session.$id,
      jobId: jobs.body.jobs[0].jobId,
      keyId,
      ...(await signInsOf(person)),
    };
  }

  /** What only passwords have: a browser that is signed in, and an invitation. */
  async function signInsOf(person: Person): Promise<Pick<Things, "signInId" | "invitationId">> {
    const { way: own, keys } = identities();
    const invitationId = keys.newId();
    if (own.kind !== "password") return { signInId: keys.newId(), invitationId };
    const { accounts } = own.accounts;
    await way.credentialOf(person);
    const [latest] = await accounts.listSignIns(person.userId, calm);
    const times = { createdAt: "2026-01-01T00:00:00.000Z", expiresAt: "2126-01-01T00:00:00.000Z" };
    await accounts.addInvitation({ invitationId, ...times, hash: hashSecret(newSecret()) }, calm);
    return { signInId: latest?.signInId ?? "", invitationId };
  }

  const rowOf = (endpoint: string): Row => {
    const row = ROWS[endpoint];
    if (row === undefined) throw new Error(`${endpoint} has no row in authorization/rows.ts`);
    return row;
  };

  /** A request to an endpoint with these things, some parameters changed. */
  function requestOf(endpoint: string, things: Things, changed: Partial<Things> = {}): InjectOptions {
    const [method = "", path = ""] = endpoint.split(" ");
    const { query, body, form } = rowOf(endpoint);
    const withChanges = (given: object) => ({ ...given, ...changed });
    if (form !== undefined) {
      return uploadRequest({ name: "new.txt", content: "New.", ...withChanges(form(things)) });
    }
    const search = new URLSearchParams(query === undefined ? {} : Object(withChanges(query(things))));
    return {
      method: method as "GET",
      url: search.size === 0 ? path : `${path}?${search}`,
      ...(body !== undefined && { payload: withChanges(body(things)) }),
    };
  }

  const isPassword = kind === "password";
  /** Whether it is done: what was not found, or not right, was let in all the same. */
  const isLetIn = (status: number) => status !== 401 && status !== 403;

  test("every endpoint has its row, and every id in it its kind of thing", async () => {
    const endpoints = operations.map(([endpoint]) => endpoint);
    const expected = Object.keys(ROWS).filter(
      (endpoint) => isPassword || !/users|setup|join|password|sign-ins/.test(endpoint),
    );
    expect(endpoints.sort()).toEqual(expected.sort());
    const things = await thingsOf(ALICE);
    for (const [endpoint, operation] of operations) {
      for (const name of idParametersOf(operation))
        expect(things, `${endpoint} ${name}`).toHaveProperty(name);
    }
  });

  test("the description says what each endpoint needs", () => {
    for (const [endpoint, { security, responses }] of operations) {
      const isOpen = rowOf(endpoint).audience === "everybody";
      expect([endpoint, security]).toEqual([endpoint, isOpen ? [] : undefined]);
      if (!isOpen)
        expect(Object.keys(responses)).toEqual(expect.arrayContaining(["401", "403", "404", "429"]));
    }
  });

  test("nobody is let in without a credential, or by one that is not valid", async () => {
    const things = await thingsOf(ALICE);
    const { keys } = identities().keys;
    const expired = `carrel_${newSecret()}`;
    const key = {
      userId: "alice",
      label: "old",
      access: "write",
      createdAt: "2020-01-01T00:00:00.000Z",
    } as const;
    const times = { expiresAt: "2020-02-01T00:00:00.000Z", lastUsedAt: null };
    await keys.add({ ...key, ...times, keyId: identities().keys.newId(), hash: hashSecret(expired) }, calm);
    const ended = await keyOf("alice", "write");
    const [latest] = (await keys.list("alice", calm)).filter(({ label }) => label === "test");
    expect(await keys.remove(latest?.keyId ?? "", "alice", calm)).toBe(true);
    const invalid: Record<string, Credential> = {
      nothing: {},
      "a key that nobody made": { headers: { authorization: `Bearer carrel_${newSecret()}` } },
      "a key that has expired": { headers: { "x-api-key": expired } },
      "a key that was ended": ended,
      "a name and a password in the header": { headers: { authorization: `Basic ${btoa("alice:alice")}` } },
      ...(await way.invalid(ALICE)),
    };
    for (const [endpoint] of operations) {
      const { audience } = rowOf(endpoint);
      for (const [what, credential] of Object.entries(invalid)) {
        const { status, body } = await ask(requestOf(endpoint, things), credential);
        if (audience === "everybody") continue;
        expect(`${endpoint} with ${what}: ${status}`).toBe(`${endpoint} with ${what}: 401`);
        expect(body.error).toBe("You are not signed in");
        if (endpoint.startsWith("GET ")) {
          const head = await ask({ ...requestOf(endpoint, things), method: "HEAD" }, credential);
          expect(`HEAD ${endpoint} with ${what}: ${head.status}`).toContain(": 401");
        }
      }
    }
  });

  test("a person is let in to what is for people, and the owner to what is the owner's", async () => {
    for (const [endpoint] of operations) {
      const { audience, letIn = 200 } = rowOf(endpoint);
      if (audience === "everybody") continue;
      const people = isPassword ? [ALICE, OLIVE] : [ALICE];
      for (const person of people) {
        const credential = await way.credentialOf(person);
        const { status } = await askAs(person, endpoint, credential);
        const isAllowed = audience !== "owner" || person.isOwner;
        const expected = isAllowed ? letIn : 403;
        expect(`${endpoint} by ${person.userId}: ${status}`).toBe(
          `${endpoint} by ${person.userId}: ${expected}`,
        );
      }
    }
  });

  test("a key does what its access allows, and nothing that is for people", async () => {
    for (const [endpoint] of operations) {
      const { audience, reads } = rowOf(endpoint);
      if (audience === "everybody") continue;
      for (const access of ["read", "write"] as const) {
        const { status } = await askAs(ALICE, endpoint, await keyOf("alice", access));
        const isAllowed = audience === "callers" && (access === "write" || reads);
        expect(`${endpoint} by a key to ${access}: ${isLetIn(status)} ${isAllowed ? status : ""}`).toBe(
          `${endpoint} by a key to ${access}: ${isAllowed} ${isAllowed ? 200 : ""}`,
        );
      }
    }
  });

  test("another user's things are as unknown as things that are not there, and stay as they are", async () => {
    const theirs = await thingsOf(ALICE);
    const alice = await keyOf("alice", "write");
    const look = async () => {
      const urls = [
        `/api/documents?userId=alice`,
        `/api/documents/chunks?userId=alice&documentId=${theirs.documentId}`,
        `/api/documents/jobs?userId=alice`,
        `/api/chat/history?userId=alice`,
        `/api/documents/file?fileId=${theirs.fileId}`,
      ];
      return Promise.all(urls.map(async (url) => (await ask({ method: "GET", url }, alice)).text));
    };
    const keysOf = () => identities().keys.keys.list("alice", calm);
    const before = [await look(), (await keysOf()).map(({ keyId }) => keyId)];
    const unknown = { ...theirs };
    for (const name of Object.keys(unknown) as (keyof Things)[]) {
      if (name === "documentIds" || name === "selectedDocuments") unknown[name] = [identities().keys.newId()];
      else unknown[name] = identities().keys.newId();
    }
    const mine = await thingsOf(MALLORY);
    for (const [endpoint, operation] of operations) {
      const { audience } = rowOf(endpoint);
      if (audience === "everybody" || audience === "owner") continue;
      const credentials = {
        person: await way.credentialOf(MALLORY),
        ...(audience === "callers" && { key: await keyOf("mallory", "write") }),
      };
      for (const [by, credential] of Object.entries(credentials)) {
        for (const name of idParametersOf(operation)) {
          const stolen = await ask(requestOf(endpoint, mine, { [name]: theirs[name] }), credential);
          const missed = await ask(requestOf(endpoint, mine, { [name]: unknown[name] }), credential);
          const cell = `${endpoint} with another's ${name} by a ${by}`;
          expect(`${cell}: ${stolen.status}`).toBe(`${cell}: ${name === "userId" ? 403 : 404}`);
          // Word for word, so that nobody learns what there is.
          expect(`${cell}: ${stolen.text}`).toBe(`${cell}: ${missed.text}`);
          expect(stolen.status).toBe(missed.status);
        }
      }
    }
    expect([await look(), (await keysOf()).map(({ keyId }) => keyId)]).toEqual(before);
  });

  test("hundreds of cells were tried", () => {
    expect(cells).toBeGreaterThan(500);
  });
});
