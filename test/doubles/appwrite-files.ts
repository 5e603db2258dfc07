import { createHash } from "node:crypto";
import { CollatedMap } from "./appwrite-collation.ts";
import { AppwriteRefusal, applyQueries, type Entry } from "./appwrite-queries.ts";
import type { Answered } from "./backend-double.ts";

const PART_BYTES = 5 * 1024 * 1024;
const LONGEST_RANGE = 20_000_000;
const CUT_RANGE = 10 * 1024 * 1024;
/** In characters: an upload takes a longer name than a rename does. */
const MAX_UPLOADED_NAME = 255;
const MAX_NAME = 128;

interface Bucket {
  id: string;
  settings: Entry;
  createdAt: string;
  files: Map<string, StoredBytes>;
}

interface StoredBytes {
  record: Entry & { name: string; sizeOriginal: number; chunksTotal: number; chunksUploaded: number };
  parts: Map<number, Buffer>;
}

/** What a request brings. */
export interface FileRequest {
  route: string;
  ids: string[];
  body: Entry;
  form: UploadForm | undefined;
  queries: string[];
  headers: Record<string, string | string[] | undefined>;
}

/** A form with a file in it. */
export interface UploadForm {
  fileId: string;
  name: string;
  bytes: Buffer;
  permissions: string[];
}

/** The storage half of the double, as a function of requests. Its state is in the closure. */
export function openStorage(now: () => string): (request: FileRequest) => Answered | undefined {
  const buckets = new CollatedMap<Bucket>();
  let sequence = 0;

  function bucketOf(id = ""): Bucket {
    const bucket = buckets.get(id);
    if (bucket === undefined) {
      throw new AppwriteRefusal(
        404,
        "storage_bucket_not_found",
        "Storage bucket with the requested ID could not be found.",
      );
    }
    return bucket;
  }

  function fileOf([bucketId, fileId]: string[]): StoredBytes {
    const file = bucketOf(bucketId).files.get(fileId ?? "");
    if (file === undefined) throw fileNotFound();
    return file;
  }

  function createBucket(body: Entry): Answered {
    const id = String(body.bucketId);
    if (buckets.has(id))
      throw new AppwriteRefusal(409, "storage_bucket_already_exists", "Bucket already exists");
    buckets.set(id, { id, settings: body, createdAt: now(), files: new CollatedMap() });
    return { status: 201, body: shownBucket(bucketOf(id)) };
  }

  function createFile({ ids, form, headers }: FileRequest): Answered {
    const bucket = bucketOf(ids[0]);
    if (form === undefined)
      throw new AppwriteRefusal(400, "storage_file_empty", "Empty file passed to the endpoint.");
    expectPermissions(form.permissions);
    if ([...form.name].length > MAX_UPLOADED_NAME) {
      throw new AppwriteRefusal(400, "document_invalid_structure", 'Attribute "name" has invalid type.');
    }
    const range = contentRange(headers["content-range"]);
    const fileId = range === null ? form.fileId : String(headers["x-appwrite-id"] ?? form.fileId);
    const present = bucket.files.get(fileId);
    const isRepeat = present !== undefined && present.record.chunksUploaded === present.record.chunksTotal;
    if (isRepeat && range === null) {
      throw new AppwriteRefusal(
        409,
        "storage_file_already_exists",
        "A storage file with the requested ID already exists.",
      );
    }
    if (isRepeat) return { status: 200, body: structuredClone(present.record) };
    const size = range?.size ?? form.bytes.length;
    sequence += 1;
    const file = present ?? newFile({ bucket, fileId, form, size, sequence: String(sequence), at: now() });
    file.parts.set(range === null ? 0 : Math.floor(range.start / PART_BYTES), form.bytes);
    file.record.chunksUploaded = file.parts.size;
    if (file.record.chunksUploaded === file.record.chunksTotal) finish(file);
    bucket.files.set(fileId, file);
    return { status: 201, body: structuredClone(file.record) };
  }

  function updateFile(ids: string[], { name, permissions }: Entry): Answered {
    const { record } = fileOf(ids);
    if (typeof name === "string") {
      if ([...name].length > MAX_NAME) {
        throw new AppwriteRefusal(
          400,
          "general_argument_invalid",
          "Invalid `name` param: Value must be a valid string and no longer than 128 chars",
        );
      }
      record.name = name;
    }
    if (Array.isArray(permissions)) record.$permissions = permissions;
    record.$updatedAt = now();
    return { status: 200, body: structuredClone(record) };
  }

  function download(ids: string[], header: string | string[] | undefined): Answered {
    const file = fileOf(ids);
    if (file.record.chunksUploaded < file.record.chunksTotal) throw fileNotFound();
    const bytes = bytesOf(file);
    const headers = { "content-type": String(file.record.mimeType) };
    if (header === undefined) return { status: 200, headers, body: bytes };
    const { start, end } = rangeIn(String(header), bytes.length);
    return {
      status: 206,
      headers: { ...headers, "content-range": `bytes ${start}-${end}/${bytes.length}` },
      body: bytes.subarray(start, end + 1),
    };
  }

  function listFiles(bucketId: string | undefined, queries: string[]): Answered {
    const records = [...bucketOf(bucketId).files.values()].map(({ record }) => record);
    const { total, entries } = applyQueries(
      records,
      queries,
      (name) => name.startsWith("$") || name === "name",
    );
    return { status: 200, body: { total, files: structuredClone(entries) } };
  }

  return (request) => {
    const { route, ids, body, queries, headers } = request;
    switch (route) {
      case "POST /storage/buckets":
        return createBucket(body);
      case "GET /storage/buckets/*":
        return { status: 200, body: shownBucket(bucketOf(ids[0])) };
      case "DELETE /storage/buckets/*":
        buckets.delete(bucketOf(ids[0]).id);
        return { status: 204 };
      case "GET /storage/buckets/*/files":
        return listFiles(ids[0], queries);
      case "POST /storage/buckets/*/files":
        return createFile(request);
      case "GET /storage/buckets/*/files/*":
        return { status: 200, body: structuredClone(fileOf(ids).record) };
      case "PUT /storage/buckets/*/files/*":
        return updateFile(ids, body);
      case "DELETE /storage/buckets/*/files/*":
        fileOf(ids);
        bucketOf(ids[0]).files.delete(ids[1] ?? "");
        return { status: 204 };
      case "GET /storage/buckets/*/files/*/download":
        return download(ids, headers.range);
      default:
        return undefined;
    }
  };
}

function fileNotFound(): AppwriteRefusal {
  return new AppwriteRefusal(404, "storage_file_not_found", "The requested file could not be found.");
}

const PERMISSION =
  /^(read|update|delete|write)\("(any|guests|users(\/\w+)?|(user|team|label|member):[a-zA-Z0-9][\w.-]{0,35}(\/[\w-]+)?)"\)$/;

function expectPermissions(permissions: readonly string[]): void {
  if (permissions.every((permission) => PERMISSION.test(permission))) return;
  throw new AppwriteRefusal(400, "general_argument_invalid", "Invalid `permissions` param");
}

function contentRange(header: string | string[] | undefined): { start: number; size: number } | null {
  if (header === undefined) return null;
  const [, start, end, size] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(String(header)) ?? [];
  if (start === undefined || Number(end) > Number(size)) {
    throw new AppwriteRefusal(400, "storage_invalid_content_range", "Invalid content range.");
  }
  return { start: Number(start), size: Number(size) };
}

/** Only a range of several bytes that lies inside the file will do; one that is too long is cut. */
function rangeIn(header: string, size: number): { start: number; end: number } {
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(header) ?? [];
  const start = Number(from ?? Number.NaN);
  const isLong = to === "" || Number(to) - start > LONGEST_RANGE;
  const end = isLong ? Math.min(start + CUT_RANGE, size) - 1 : Number(to);
  if (start < end && end < size) return { start, end };
  throw new AppwriteRefusal(416, "storage_invalid_range", "The requested range is not satisfiable.");
}

interface FileParts {
  bucket: Bucket;
  fileId: string;
  form: UploadForm;
  size: number;
  sequence: string;
  at: string;
}

function newFile({ bucket, fileId, form, size, sequence, at }: FileParts): StoredBytes {
  const record = {
    $id: fileId,
    $sequence: sequence,
    bucketId: bucket.id,
    $createdAt: at,
    $updatedAt: at,
    $permissions: form.permissions,
    name: form.name,
    signature: "",
    mimeType: "",
    sizeOriginal: size,
    chunksTotal: Math.max(1, Math.ceil(size / PART_BYTES)),
    chunksUploaded: 0,
    encryption: true,
    compression: "none",
  };
  // The sequence is the platform's own and not part of a file's answer.
  Object.defineProperty(record, "$sequence", { enumerable: false });
  return { record, parts: new Map() };
}

function finish(file: StoredBytes): void {
  const bytes = bytesOf(file);
  file.record.signature = createHash("md5").update(bytes).digest("hex");
  file.record.mimeType = mimeTypeIn(bytes);
}

function bytesOf({ parts }: StoredBytes): Buffer {
  return Buffer.concat([...parts].toSorted(([a], [b]) => a - b).map(([, bytes]) => bytes));
}

const MAGIC: [start: string, type: string][] = [
  ["%PDF-", "application/pdf"],
  ["\x89PNG", "image/png"],
  ["\xff\xd8\xff", "image/jpeg"],
  ["GIF8", "image/gif"],
  ["PK\x03\x04", "application/zip"],
];

/** The type that the bytes tell; what the uploader says counts for nothing. */
function mimeTypeIn(bytes: Buffer): string {
  if (bytes.length === 0) return "application/x-empty";
  const head = bytes.toString("latin1", 0, 8);
  const known = MAGIC.find(([start]) => head.startsWith(start));
  if (known !== undefined) return known[1];
  const isText = !bytes.includes(0) && Buffer.from(bytes.toString()).equals(bytes);
  return isText ? "text/plain" : "application/octet-stream";
}

function shownBucket({ id, settings, createdAt, files }: Bucket) {
  return {
    $id: id,
    $createdAt: createdAt,
    $updatedAt: createdAt,
    $permissions: [],
    fileSecurity: settings.fileSecurity === true,
    name: String(settings.name),
    enabled: true,
    maximumFileSize: 30_000_000_000,
    allowedFileExtensions: [],
    compression: "none",
    encryption: true,
    antivirus: true,
    transformations: true,
    totalSize: [...files.values()].reduce((total, { record }) => total + record.sizeOriginal, 0),
  };
}
