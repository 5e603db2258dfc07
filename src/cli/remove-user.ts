import { openUserParts } from "../compose-user-parts.ts";
import type { Config } from "../config.ts";
import { AppError } from "../domain/errors.ts";
import { expectFit } from "../domain/expect-fit.ts";
import { idSchema } from "../domain/id.ts";
import { type RemovedUser, removeKnown } from "../usecases/remove-user.ts";
import { openLog } from "./log.ts";
import { noteCommand, withAudited } from "./with-audited.ts";

/** Removes a user, named as the account is or by the user's id, with everything of theirs, also beside the service. */
export async function removeUserCommand(config: Config, name: string): Promise<void> {
  const use = { access: "join", command: "carrel users remove" } as const;
  const opening = openUserParts(config, openLog(config.logLevel), use);
  const work = async (opened: Awaited<typeof opening>, signal: AbortSignal) => {
    const account = await opened.parts.accounts?.findByName(name, signal);
    const userId = account?.userId ?? expectFit(idSchema, name, "The name or user id");
    const removed = await removeKnown(opened.parts, userId, signal);
    await noteCommand(opened, "account-removed", userId);
    console.log(describeRemoved(userId, removed));
  };
  await withAudited(opening, work, stopped);
}

function describeRemoved(userId: string, { account, ...counts }: RemovedUser): string {
  const parts = Object.entries(counts).map(([what, count]) => `${WORDS[what] ?? what}: ${count}`);
  return [`Removed the user ${userId}`, `account: ${account ? "yes" : "none"}`, ...parts].join("\n  ");
}

const WORDS: Record<string, string> = { signIns: "browsers signed in", pins: "pins in sessions" };

function stopped(): AppError {
  return new AppError("cancelled", "Stopped. What was removed is gone; run it again to remove the rest");
}
