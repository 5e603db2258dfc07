import { beforeEach } from "vitest";
import { openScryptHasher } from "../../src/adapters/passwords/scrypt-hasher.ts";
import { newId } from "../../src/domain/id.ts";
import { newSecret } from "../../src/domain/secret.ts";
import type { AccountParts } from "../../src/usecases/accounts.ts";
import type { KeyParts } from "../../src/usecases/api-keys.ts";
import { storageFolder } from "./storage-folder.ts";

/** What accounts and keys are made with, for each test: the embedded storage, passwords that are quickly hashed, a clock. */
export function openAccountParts() {
  const folder = storageFolder();
  let parts: (AccountParts & KeyParts) | undefined;
  const world = {
    time: 0,
    /** How often a password was verified. */
    verifications: 0,
    get parts(): AccountParts & KeyParts {
      if (parts === undefined) throw new Error("They are made before each test");
      return parts;
    },
    /** Lets hashing take more work from now on. */
    rises() {
      if (parts !== undefined) parts = { ...parts, passwords: hasherOf(11) };
    },
  };
  const hasherOf = (logN: number) => {
    const hasher = openScryptHasher({ logN, r: 8, p: 1 });
    return {
      ...hasher,
      verify: (...given: Parameters<typeof hasher.verify>) => {
        world.verifications += 1;
        return hasher.verify(...given);
      },
    };
  };
  beforeEach(async () => {
    world.time = Date.UTC(2026, 0, 1);
    const now = () => new Date(world.time);
    const { accounts, keys } = await folder.openStorage({ now });
    parts = { accounts, keys, passwords: hasherOf(10), now, newId, newSecret };
  });
  return world;
}
