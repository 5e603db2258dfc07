import type { SignInWay } from "../state/account.ts";
import { ServiceError } from "./request.ts";

/** Where Appwrite's account API is, and which project's users it is asked for. */
export type AppwriteProject = NonNullable<SignInWay["appwrite"]>;

const LIMIT_MS = 15_000;

/**
 * The session of browsers that keep no cookies of other sites, as Appwrite itself hands it out. It is kept in memory
 * alone: in storage every script that gets into the page could take it away.
 */
let fallbackCookies: string | null = null;

/** Signs in to Appwrite itself, by e-mail and password. */
export async function signInToAppwrite(
  project: AppwriteProject,
  credentials: { email: string; password: string },
): Promise<void> {
  // One that is left from before would be refused as a second one.
  await signOutOfAppwrite(project);
  await call(project, { method: "POST", path: "/account/sessions/email", body: credentials });
}

/** A token of whoever is signed in to Appwrite, valid for a quarter of an hour; null where nobody is. */
export async function makeAppwriteToken(project: AppwriteProject): Promise<string | null> {
  try {
    const response = await call(project, { method: "POST", path: "/account/jwts", body: {} });
    return ((await response.json()) as { jwt: string }).jwt;
  } catch (error) {
    if (error instanceof ServiceError && error.status === 401) return null;
    throw error;
  }
}

/** Signs out of Appwrite itself; who is out already stays so. */
export async function signOutOfAppwrite(project: AppwriteProject): Promise<void> {
  try {
    await call(project, { method: "DELETE", path: "/account/sessions/current" });
  } catch (error) {
    if (!(error instanceof ServiceError && (error.status === 401 || error.status === 404))) throw error;
  }
  fallbackCookies = null;
}

interface Call {
  method: "POST" | "DELETE";
  path: string;
  body?: object;
}

async function call(
  { endpoint, projectId }: AppwriteProject,
  { method, path, body }: Call,
): Promise<Response> {
  const response = await fetch(endpoint.replace(/\/+$/, "") + path, {
    method,
    credentials: "include",
    signal: AbortSignal.timeout(LIMIT_MS),
    headers: {
      "X-Appwrite-Project": projectId,
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      ...(fallbackCookies === null ? {} : { "X-Fallback-Cookies": fallbackCookies }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw await failureOf(response);
  fallbackCookies = response.headers.get("X-Fallback-Cookies") ?? fallbackCookies;
  return response;
}

/** Errors of Appwrite are `{ message, code, type }`. */
async function failureOf(response: Response): Promise<ServiceError> {
  const { status } = response;
  const seconds = Number(response.headers.get("Retry-After") ?? "");
  const retryAfterMs = seconds > 0 ? 1_000 * seconds : null;
  const body: unknown = await response.json().catch(() => null);
  const hasMessage = typeof body === "object" && body !== null && "message" in body;
  const message = hasMessage ? String(body.message) : `Appwrite answered with status ${status}`;
  return new ServiceError(message, { status, retryAfterMs });
}
