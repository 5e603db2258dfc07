import { afterEach, beforeEach, expect } from "vitest";
import {
  type AppwriteOptions,
  type AppwritePlatform,
  openAppwritePlatform,
} from "../../src/adapters/appwrite/open-appwrite-platform.ts";
import type { NewFile } from "../../src/ports/file-store.ts";
import { type AppwriteDouble, type AppwriteDoubleOptions, openAppwriteDouble } from "../doubles/appwrite.ts";
import { newFile as anyFile } from "../doubles/new-file.ts";

/** The key that opens the double, which nobody may ever see in a failure. */
export const API_KEY = "the-secret-key";

/** A double of Appwrite for each test, and ways to it. */
export interface AppwriteStage {
  readonly double: AppwriteDouble;
  open(options?: Partial<AppwriteOptions>): AppwritePlatform;
  /** Sends a request as another client of the platform would. */
  send(
    method: string,
    path: string,
    init?: { body?: object; headers?: Record<string, string> },
  ): Promise<Answer>;
  /** How many files the bucket holds, those included whose upload was never finished. */
  filesInBucket(): Promise<number>;
}

export interface Answer {
  status: number;
  body: Record<string, unknown>;
}

/** What things are called in it. */
export const NAMES = {
  databaseId: "carrel",
  sessionsTableId: "sessions",
  jobsTableId: "jobs",
  bucketId: "documents",
};

/** Where the rows and the files of the stage are. */
export const ROWS = "/tablesdb/carrel/tables/sessions/rows";
export const FILES = "/storage/buckets/documents/files";

/** Opens a double before each test and stops it afterwards. */
export function setUpAppwrite(options: Partial<AppwriteDoubleOptions> = {}): AppwriteStage {
  let double: AppwriteDouble | undefined;
  beforeEach(async () => {
    double = await openAppwriteDouble({ apiKeys: [API_KEY], ...options });
  });
  afterEach(() => double?.stop());
  const current = () => {
    if (double === undefined) throw new Error("The double is opened before each test");
    return double;
  };
  const send: AppwriteStage["send"] = async (method, path, { body, headers = {} } = {}) => {
    const { endpoint, projectId } = current();
    const isForm = body instanceof FormData;
    const response = await fetch(`${endpoint}${path}`, {
      method,
      headers: {
        "x-appwrite-project": projectId,
        "x-appwrite-key": API_KEY,
        ...(body === undefined || isForm ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      body: body === undefined || isForm ? (body ?? null) : JSON.stringify(body),
    });
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.includes("json") === true;
    return { status: response.status, body: isJson ? JSON.parse(text) : {} };
  };
  return {
    get double() {
      return current();
    },
    open: (options = {}) =>
      openAppwritePlatform({
        endpoint: current().endpoint,
        projectId: current().projectId,
        apiKey: API_KEY,
        ...NAMES,
        ...options,
      }),
    send,
    filesInBucket: async () => Number((await send("GET", FILES)).body.total),
  };
}

/** A session of Anna's. */
export const session = { userId: "anna", title: "Chat", messages: "[]", selectedDocument: null };

/** A file of Anna's with this content. */
export const newFile = (content: Uint8Array, fields: Partial<NewFile> = {}): NewFile =>
  anyFile(content, { userId: "anna", ...fields });

/** How a call fails. It has to fail with words that anybody may read. */
export async function failureOf(
  call: Promise<unknown>,
): Promise<{ code: string; message: string; details?: string }> {
  const failure = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(failure).toMatchObject({ name: "AppError" });
  const { code, message, details } = Object(failure);
  for (const secret of [API_KEY, "127.0.0.1", "vendor's words"])
    expect(`${message} ${details}`).not.toContain(secret);
  return { code, message, details };
}

/** The first part of a file whose upload is never finished. */
export function firstPart(
  fileId: string,
  content: Uint8Array<ArrayBuffer>,
): {
  body: FormData;
  headers: Record<string, string>;
} {
  const body = new FormData();
  body.append("fileId", fileId);
  body.append("file", new File([content.subarray(0, PART_BYTES)], "half.txt"));
  return { body, headers: { "content-range": `bytes 0-${PART_BYTES - 1}/${content.length}` } };
}

const PART_BYTES = 5 * 1024 * 1024;
