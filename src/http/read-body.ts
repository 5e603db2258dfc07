import type { Readable } from "node:stream";
import { AppError } from "../domain/errors.ts";
import type { TimeLimits } from "./time-limits.ts";

/** How much of unfinished bodies is held at once. */
const HELD_BYTES = 128 * 1024 * 1024;

/** A body that is too large is read this far, so that its sender gets to read the answer. */
const PATIENCE_BYTES = 256 * 1024 * 1024;

/** Reads bodies whole. */
interface BodyReader {
  /** The bytes of a body; null where they are more than the limit. */
  read(body: Readable, limitBytes: number): Promise<Buffer<ArrayBuffer> | null>;
}

/** One body on its way. */
interface Reading {
  heldBytes: number;
  giveUp(failure: AppError): void;
}

/**
 * Reads bodies within limits on time, and on what all unfinished ones hold together: where that is too much, the one
 * that has been on its way longest is refused, for who sends fast is done soon.
 */
export function openBodyReader(
  limits: Pick<TimeLimits, "bodyMs" | "bodySilenceMs">,
  maxHeldBytes = HELD_BYTES,
): BodyReader {
  const readings = new Set<Reading>();

  function makeRoom(): void {
    let heldBytes = 0;
    for (const reading of readings) heldBytes += reading.heldBytes;
    for (const oldest of readings) {
      if (heldBytes <= maxHeldBytes) return;
      heldBytes -= oldest.heldBytes;
      oldest.giveUp(tooMany());
    }
  }

  return {
    async read(body, limitBytes) {
      const { promise, resolve, reject } = Promise.withResolvers<Buffer<ArrayBuffer> | null>();
      const pieces: Buffer[] = [];
      let sizeBytes = 0;
      const reading: Reading = { heldBytes: 0, giveUp: reject };
      const onData = (piece: Buffer) => {
        silence.refresh();
        sizeBytes += piece.length;
        if (sizeBytes > PATIENCE_BYTES) resolve(null);
        if (sizeBytes > limitBytes) pieces.length = 0;
        else pieces.push(piece);
        reading.heldBytes = sizeBytes > limitBytes ? 0 : sizeBytes;
        makeRoom();
      };
      const onEnd = () => resolve(sizeBytes > limitBytes ? null : Buffer.concat(pieces));
      const onClose = () => reject(new AppError("cancelled", "The client left"));
      const total = setTimeout(() => reject(tooSlow()), limits.bodyMs);
      const silence = setTimeout(() => reject(tooSlow()), limits.bodySilenceMs);
      readings.add(reading);
      body.on("data", onData).on("end", onEnd).on("error", reject).on("close", onClose);
      try {
        return await promise;
      } finally {
        clearTimeout(total);
        clearTimeout(silence);
        readings.delete(reading);
        // Errors stay listened to: the connection may break after the answer.
        body.off("data", onData).off("end", onEnd).off("close", onClose);
      }
    },
  };
}

function tooSlow(): AppError {
  return new AppError("too-slow", "The body of the request did not come in time", {
    details: "Send it without long pauses",
  });
}

function tooMany(): AppError {
  return new AppError("busy", "Too many requests are being sent at once", {
    details: "Try again in a moment",
    retryAfterMs: 5_000,
  });
}
