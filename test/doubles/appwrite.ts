import { openStorage, type UploadForm } from "./appwrite-files.ts";
import { AppwriteRefusal, decode, type Entry } from "./appwrite-queries.ts";
import { openTables } from "./appwrite-tables.ts";
import { type Answered, type Asked, type BackendDouble, openBackendDouble } from "./backend-double.ts";
import { openApiCheck } from "./openapi-check.ts";

/** An Appwrite server's double with one project: TablesDB and Storage, the state in memory. */
export interface AppwriteDouble extends BackendDouble {
  /** What an adapter is given as the endpoint. */
  endpoint: string;
  projectId: string;
}

export interface AppwriteDoubleOptions {
  apiKeys: readonly string[];
  /** What each key may do, as `rows.read`; all of it where nothing is said. */
  scopes?: readonly string[];
  version?: Version;
}

/** The versions that differ in what the service asks for. */
type Version = "1.8.1" | "1.9.6";

const PREFIX = "/v1";
const PROJECT = "carrel-project";
const MAX_REQUEST_BYTES = 12 * 1024 * 1024;
const MAX_FORM_NAME_BYTES = 509;

/** Opens a double of an Appwrite server. */
export async function openAppwriteDouble({
  apiKeys,
  scopes,
  version = "1.9.6",
}: AppwriteDoubleOptions): Promise<AppwriteDouble> {
  const now = () => new Date().toISOString().replace("Z", "+00:00");
  const tables = openTables(now);
  const storage = openStorage(now);

  async function answer(asked: Asked): Promise<Answered> {
    try {
      expectKey(asked, apiKeys);
      const { route, ids } = routeOf(asked);
      if (scopes?.includes(scopeOf(route)) === false) throw missingScope();
      if (version === "1.8.1" && /\/columns\/(varchar|text|mediumtext|longtext)$/.test(asked.path))
        return UNKNOWN_ROUTE;
      const isForm = asked.headers["content-type"]?.startsWith("multipart/form-data") === true;
      const body = isForm || asked.body.length === 0 ? {} : entryOf(asked);
      const queries = [...asked.query]
        .filter(([key]) => /^queries\[\d*\]$/.test(key))
        .map(([, text]) => text);
      const form = isForm ? await formOf(asked) : undefined;
      // So says the source of the web server inside; it was not seen.
      if (Buffer.byteLength(form?.name ?? "") > MAX_FORM_NAME_BYTES) return { status: 400 };
      const { headers } = asked;
      return (
        tables({ route, ids, body, queries, headers }) ??
        storage({ route, ids, body, queries, form, headers }) ??
        UNKNOWN_ROUTE
      );
    } catch (error) {
      if (!(error instanceof AppwriteRefusal)) throw error;
      return refused(error, version);
    }
  }

  const check = openApiCheck({ file: "appwrite-1.9.3-server.json", prefix: PREFIX, errorSchema: "error" });
  const backend = await openBackendDouble({ answer, check, maxRequestBytes: MAX_REQUEST_BYTES });
  return Object.assign(backend, { endpoint: `${backend.url}${PREFIX}`, projectId: PROJECT });
}

function expectKey({ headers }: Asked, apiKeys: readonly string[]): void {
  if (headers["x-appwrite-project"] !== PROJECT) {
    throw new AppwriteRefusal(404, "project_not_found", "Project with the requested ID could not be found.");
  }
  if (!apiKeys.includes(String(headers["x-appwrite-key"]))) {
    throw missingScope();
  }
}

/** A right that a key has not is a 401, as a key that is not known. */
function missingScope(): AppwriteRefusal {
  return new AppwriteRefusal(401, "general_unauthorized_scope", "User (role: guests) missing scopes");
}

/** The right that a route needs: that to the last kind of thing in its path. */
function scopeOf(route: string): string {
  const kinds = route.match(/\b(tablesdb|tables|columns|indexes|rows|buckets|files)\b/g) ?? [];
  const kind = kinds.at(-1) === "tablesdb" ? "databases" : kinds.at(-1);
  return `${kind}.${route.startsWith("GET ") ? "read" : "write"}`;
}

/** The path with every id replaced by a star, and the ids: every second segment of these interfaces is one. */
function routeOf({ method, path }: Asked): { route: string; ids: string[] } {
  const segments = path.slice(PREFIX.length + 1).split("/");
  const isStorage = segments[0] === "storage";
  const ids: string[] = [];
  const shown = segments.map((segment, position) => {
    const isId = isStorage ? position >= 2 && position % 2 === 0 : position % 2 === 1;
    if (!isId) return segment;
    ids.push(segment);
    return "*";
  });
  return { route: `${method} /${shown.join("/")}`, ids };
}

/** What PHP cannot decode lacks every parameter. */
function entryOf({ body }: Asked): Entry {
  try {
    const value = decode(body.toString());
    return typeof value === "object" && value !== null ? Object.fromEntries(Object.entries(value)) : {};
  } catch {
    throw new AppwriteRefusal(400, "general_argument_invalid", "Param is not optional.");
  }
}

async function formOf({ body, headers }: Asked): Promise<UploadForm> {
  const type = String(headers["content-type"]);
  const form = await new Response(new Uint8Array(body), { headers: { "content-type": type } }).formData();
  const file = form.get("file");
  if (!(file instanceof File)) throw new AppwriteRefusal(400, "storage_file_empty", "Empty file passed.");
  return {
    fileId: String(form.get("fileId")),
    // PHP leaves a name as the form wrote it, and a form writes a quotation mark as %22.
    name: file.name.replaceAll('"', "%22"),
    bytes: Buffer.from(await file.arrayBuffer()),
    permissions: form.getAll("permissions[]").map(String),
  };
}

function refused({ status, type, message }: AppwriteRefusal, version: Version): Answered {
  return { status, body: { message, code: String(status), type, version } };
}

/** What the API does not know is answered by what serves pages. */
const UNKNOWN_ROUTE: Answered = {
  status: 404,
  headers: { "content-type": "text/html; charset=UTF-8" },
  body: "<!doctype html><title>Error</title><h1>404</h1><p>Not Found</p>",
};
