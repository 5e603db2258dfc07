import { AppError } from "../../domain/errors.ts";
import type { ByteRange } from "../../ports/file-store.ts";
import { LostConnection } from "../http-calls/lost-connection.ts";
import type { AppwriteApi } from "./appwrite-api.ts";
import { AppwriteRefusal, failureOf } from "./appwrite-failure.ts";

interface Download {
  path: string;
  sizeBytes: number;
  range: ByteRange;
  /** How long the server may be silent. */
  timeoutMs: number;
}

/** What is asked for at once: Appwrite holds a range in memory and cuts one of more than 20 MB short. */
const PIECE_BYTES = 5 * 1024 * 1024;
const ATTEMPTS_WITHOUT_PROGRESS = 3;

/** The bytes, in ranged requests one after the other; what breaks off is resumed where it broke. */
export async function* downloadFile(
  api: AppwriteApi,
  download: Download,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const { range, timeoutMs } = download;
  let position = range.start;
  let failures = 0;
  while (position <= range.end) {
    const from = position;
    const silence = openSilenceLimit(timeoutMs);
    const until = AbortSignal.any([signal, silence.signal]);
    try {
      const { start, body } = await openPiece(api, download, from, until);
      for await (const bytes of skipping(body, from - start)) {
        const wanted = bytes.subarray(0, range.end + 1 - position);
        position += wanted.length;
        failures = 0;
        silence.stop();
        if (wanted.length > 0) yield wanted;
        signal.throwIfAborted();
        if (position > range.end) break;
        silence.start();
      }
      if (position === from) throw new LostConnection("interrupted");
    } catch (error) {
      signal.throwIfAborted();
      failures += 1;
      const isOver = error instanceof AppwriteRefusal || error instanceof AppError || silence.signal.aborted;
      if (isOver || failures === ATTEMPTS_WITHOUT_PROGRESS) {
        throw failureOf(error, "storage", silence.signal.aborted ? timeoutMs : null);
      }
    } finally {
      silence.stop();
    }
  }
}

/** Asks for the next piece. The answer may begin earlier than asked for, or be the whole file. */
async function openPiece(
  api: AppwriteApi,
  { path, sizeBytes, range }: Download,
  from: number,
  until: AbortSignal,
) {
  const asked = askableRange(from, Math.min(from + PIECE_BYTES - 1, range.end), sizeBytes);
  const headers: Record<string, string> =
    asked === null ? {} : { range: `bytes=${asked.start}-${asked.end}` };
  const answer = await api.open({ method: "GET", path, headers, area: "storage" }, until);
  const [, start] = /^bytes (\d+)-/.exec(answer.headers["content-range"] ?? "") ?? [];
  return { start: answer.status === 206 ? Number(start ?? from) : 0, body: answer.body };
}

/** Appwrite refuses a range of a single byte: its neighbour is asked for too. */
function askableRange(start: number, end: number, sizeBytes: number): ByteRange | null {
  if (end > start) return { start, end };
  if (end + 1 < sizeBytes) return { start, end: end + 1 };
  return start > 0 ? { start: start - 1, end } : null;
}

async function* skipping(body: AsyncIterable<Uint8Array>, count: number): AsyncGenerator<Uint8Array> {
  let left = count;
  for await (const bytes of body) {
    const skipped = Math.min(left, bytes.length);
    left -= skipped;
    if (skipped < bytes.length) yield bytes.subarray(skipped);
  }
}

/** Aborts when it is not stopped in time. It does not run while the reader takes its time. */
function openSilenceLimit(timeoutMs: number) {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const stop = () => clearTimeout(timer);
  const start = () => {
    stop();
    timer = setTimeout(() => controller.abort(), timeoutMs);
  };
  start();
  return { signal: controller.signal, start, stop };
}
