import { openKeys } from "../compose-identities.ts";
import type { Config } from "../config.ts";
import type { ApiKey } from "../domain/api-key.ts";
import { AppError } from "../domain/errors.ts";
import { expectFit } from "../domain/expect-fit.ts";
import { idSchema } from "../domain/id.ts";
import { addKey, endAnyKey } from "../usecases/api-keys.ts";
import { readOptions, readWords } from "./read-options.ts";
import { showTable } from "./show-table.ts";
import { noteCommand, withAudited } from "./with-audited.ts";

type Keys = Awaited<ReturnType<typeof openKeys>>;

/** Lists, makes and ends keys by which programs act for users, also beside the service. */
export async function key(config: Config, [verb, ...words]: readonly string[]): Promise<void> {
  switch (verb) {
    case undefined:
      return withAudited(openKeys(config, { access: "look", command: "carrel key" }), list);
    case "add": {
      const given = readOptions(words, { user: "value", label: "value", read: "flag", days: "optional" });
      const draft = {
        userId: expectFit(idSchema, given.user, "--user"),
        label: given.label,
        access: given.read ? ("read" as const) : ("write" as const),
        expiresInDays: given.days === undefined ? null : Number(given.days),
      };
      return withAudited(
        openKeys(config, { access: "join", command: "carrel key add" }),
        async (opened, signal) => {
          const { key: made, secret } = await addKey(opened.parts, draft, signal);
          await noteCommand(opened, "key-created", made.keyId);
          console.error(`Key ${made.keyId} for user ${made.userId}. It is shown this once:`);
          console.log(secret);
        },
      );
    }
    case "end": {
      const [keyId, ...more] = readWords(words, {}).names;
      if (keyId === undefined || more.length > 0) {
        throw new AppError("invalid-input", "The id of one key is needed", { details: USAGE });
      }
      return withAudited(
        openKeys(config, { access: "join", command: "carrel key end" }),
        async (opened, signal) => {
          await endAnyKey(opened.parts, keyId, signal);
          await noteCommand(opened, "key-removed", keyId);
          console.log(`Key ${keyId} is no longer valid`);
        },
      );
    }
    default:
      // An option is refused in its own words.
      if (verb.startsWith("-")) readOptions([verb, ...words], {});
      throw new AppError("invalid-input", `There is no command key ${verb}`, { details: USAGE });
  }
}

const USAGE = "There are: key, key add --user ID --label TEXT [--read] [--days N], key end KEYID";

async function list({ parts: { keys } }: Keys, signal: AbortSignal): Promise<void> {
  const all = await keys.list(null, signal);
  if (all.length === 0) return console.log("There are no keys");
  const heading = ["KEY", "USER", "ACCESS", "ENDS", "USED", "LABEL"];
  console.log(showTable([heading, ...all.map(rowOf)]));
}

function rowOf({ keyId, userId, access, expiresAt, lastUsedAt, label }: ApiKey): string[] {
  return [
    ...[keyId, userId, access],
    ...[expiresAt?.slice(0, 10) ?? "never", lastUsedAt?.slice(0, 10) ?? "never", label],
  ];
}
