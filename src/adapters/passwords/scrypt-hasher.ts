import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";
import { AppError } from "../../domain/errors.ts";
import { openAdmission, withPlace } from "../../flow/admission.ts";
import type { PasswordHasher } from "../../ports/password-hasher.ts";

/** How much work a hash is: memory of 128 · 2^logN · r bytes, p times over. */
interface Cost {
  logN: number;
  r: number;
  p: number;
}

const COST: Cost = { logN: 15, r: 8, p: 3 };
const SALT_BYTES = 16;
const KEY_BYTES = 32;

/** A hash that somebody put into the database must not take the memory of the whole machine. */
const MAX_MEMORY_BYTES = 256 * 1024 * 1024;

/** Each one takes a thread of the pool that files are read by, and 32 MiB; the others wait. */
const AT_ONCE = 2;
const MAX_WAIT_MS = 10_000;
const FIRST_TURN_MS = 150;
const MAX_WAITING = 100;

interface ParsedHash {
  cost: Cost;
  salt: Buffer;
  key: Buffer;
}

/** Hashes by scrypt, kept as `scrypt$15$8$3$salt$hash`. */
export function openScryptHasher(cost: Cost = COST): PasswordHasher {
  const admission = openAdmission({
    ...{ places: AT_ONCE, maxWaitMs: MAX_WAIT_MS, firstTurnMs: FIRST_TURN_MS, maxWaiting: MAX_WAITING },
    now: () => performance.now(),
  });
  const derive = (password: string, { cost, salt, key }: ParsedHash, signal: AbortSignal) =>
    withPlace(admission, () => scryptKey(password.normalize("NFKC"), { cost, salt, key }), signal);
  /** What is compared with where there is nothing to compare with. */
  const nobody: ParsedHash = { cost, salt: randomBytes(SALT_BYTES), key: Buffer.alloc(KEY_BYTES) };

  return {
    async hash(password, signal) {
      const salt = randomBytes(SALT_BYTES);
      const key = await derive(password, { cost, salt, key: Buffer.alloc(KEY_BYTES) }, signal);
      const { logN, r, p } = cost;
      return `scrypt$${logN}$${r}$${p}$${salt.toString("base64url")}$${key.toString("base64url")}`;
    },

    async verify(password, hash, signal) {
      const expected = hash === null ? nobody : parse(hash);
      const key = await derive(password, expected, signal);
      const isEqual = timingSafeEqual(key, expected.key);
      return hash !== null && isEqual;
    },

    needsRehash(hash) {
      const { logN, r, p } = parse(hash).cost;
      return logN !== cost.logN || r !== cost.r || p !== cost.p;
    },
  };
}

function scryptKey(password: string, { cost: { logN, r, p }, salt, key }: ParsedHash): Promise<Buffer> {
  const options: ScryptOptions = { N: 2 ** logN, r, p, maxmem: MAX_MEMORY_BYTES };
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  scrypt(password, salt, key.length, options, (error, derived) =>
    error === null ? resolve(derived) : reject(error),
  );
  return promise;
}

const PATTERN = /^scrypt\$(\d{1,2})\$(\d{1,2})\$(\d{1,2})\$([\w-]{22})\$([\w-]{43})$/;

function parse(hash: string): ParsedHash {
  const [, logN, r, p, salt = "", key = ""] = PATTERN.exec(hash) ?? [];
  if (logN === undefined) {
    throw new AppError("database-failed", "An account holds a password in a form that nobody knows", {
      details: "Set it anew: `npm run carrel -- users password NAME`",
    });
  }
  return {
    cost: { logN: Number(logN), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt, "base64url"),
    key: Buffer.from(key, "base64url"),
  };
}
