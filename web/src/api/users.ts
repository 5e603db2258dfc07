import type { Account, Invitation } from "../../../src/domain/account.ts";
import { send, sendForJson } from "./request.ts";

const PATH = "/api/users";

/** Everybody with an account, and the invitations that nobody has used. */
export function listUsers(): Promise<{ users: Account[]; invitations: Invitation[] }> {
  return sendForJson(PATH);
}

/** Makes an invitation and returns its link, which is never told again. */
export async function invite(): Promise<string> {
  const { path } = await sendForJson<{ path: string }>(`${PATH}/invitations`, { method: "POST", body: {} });
  return location.origin + path;
}

/** Takes an invitation back. */
export async function endInvitation(invitationId: string): Promise<void> {
  await send(`${PATH}/invitations`, { method: "DELETE", query: { invitationId } });
}

/** Removes a user with everything of theirs, and returns what the service says of it. */
export async function removeUser(userId: string): Promise<string> {
  return (await sendForJson<{ message: string }>(PATH, { method: "DELETE", query: { userId } })).message;
}
